import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAGE_SIZE, pageOf, shownEvents } from './shown-events.ts'

const event = (title: string, bookingsCount = 0, description = '') => ({ title, description, bookingsCount })
const events = [
  event('Call 10', 1),
  event('café with Zoë', 3, 'Over coffee'),
  event('Call 2', 1),
  event('Design review', 0, 'We call you.'),
]
const titlesOf = (view: Parameters<typeof shownEvents>[1]) =>
  shownEvents(events, view).map(({ title }) => title)

describe('events', () => {
  test.each([
    [{}, ['Call 10', 'café with Zoë', 'Call 2', 'Design review']],
    [{ q: 'call' }, ['Call 10', 'Call 2', 'Design review']],
    [{ q: ' CALL   you ' }, ['Design review']],
    [{ q: 'zoe CAFE' }, ['café with Zoë']],
    [{ q: 'nothing' }, []],
    [{ sort: 'oldest' }, ['Design review', 'Call 2', 'café with Zoë', 'Call 10']],
    [{ sort: 'title' }, ['café with Zoë', 'Call 2', 'Call 10', 'Design review']],
    [{ sort: 'bookings' }, ['café with Zoë', 'Call 10', 'Call 2', 'Design review']],
    [{ q: 'call', sort: 'title' }, ['Call 2', 'Call 10', 'Design review']],
  ] as const)('%o', (view, titles) => expect(titlesOf(view)).toEqual(titles))

  test('are found with any apostrophe', () => {
    const found = shownEvents([event('Maya’s hour'), event("Maya's day")], { q: "MAYA's" })
    expect(found).toHaveLength(2)
    expect(shownEvents(found, { q: 'maya’s' })).toEqual(found)
  })

  test('are each on one page, and a page that doesn’t exist is the last one', () => {
    fc.assert(
      fc.property(fc.nat(4 * PAGE_SIZE), (count) => {
        const all = Array.from({ length: count }, (_, index) => index)
        const { pages } = pageOf(all, 1)
        const found = Array.from({ length: pages }, (_, index) => pageOf(all, index + 1).items)
        expect(found.flat()).toEqual(all)
        expect(found.slice(1).every((items) => items.length > 0)).toBe(true)
        expect(pageOf(all, 9999)).toEqual({ page: pages, pages, items: found.at(-1) })
      }),
    )
  })
})
