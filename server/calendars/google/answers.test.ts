import { expect, test } from 'vitest'
import { calendarPage, eventPage, eventWithId } from './answers.ts'
import { type EventCalls, listEvents, readPages } from './event-calls.ts'

const page = {
  kind: 'calendar#events',
  timeZone: 'Europe/Berlin',
  items: [{ id: 'a', status: 'cancelled' }],
  nextSyncToken: 'sync',
}
const { nextSyncToken: _, ...withoutToken } = page

test('a page of events has a token for the next page or for the next changes', () => {
  expect(eventPage(page)).toBe(page)
  expect(eventPage({ ...withoutToken, nextPageToken: 'page' })).toMatchObject({ nextPageToken: 'page' })
})

test.each([
  ['a web page', '<!doctype html>'],
  ['nothing', undefined],
  ['null', null],
  ['an empty object', {}],
  ['half of its text', JSON.stringify(page).slice(0, 60)],
  ['another kind', { ...page, kind: 'calendar#event' }],
  ['no items', { ...page, items: undefined }],
  ['items that are no list', { ...page, items: {} }],
  ['an item without an id', { ...page, items: [{ status: 'confirmed' }] }],
  ['no zone', { ...page, timeZone: '' }],
  ['neither token', withoutToken],
  ['both tokens', { ...page, nextPageToken: 'page' }],
])('%s is not a page of events', (_name, data) => {
  expect(() => eventPage(data)).toThrow("Google's response wasn't a page of events")
})

test('an event counts only with the id that was asked for, and a version', () => {
  const event = { kind: 'calendar#event', id: 'a', etag: '"1"' }
  expect(eventWithId(event, 'a')).toBe(event)
  for (const other of [{ ...event, id: 'b' }, { ...event, etag: undefined }, {}, 'a'])
    expect(() => eventWithId(other, 'a')).toThrow("Google's response wasn't the requested event")
})

test('a list whose pages lead back to an earlier one is refused', async () => {
  const asked: (string | undefined)[] = []
  const following = new Map([
    [undefined, 'a'],
    ['a', 'b'],
    ['b', 'a'],
  ])
  const read = ({ pageToken }: { pageToken?: string }) => {
    if (asked.push(pageToken) > 10) return Promise.reject(new Error('asked again'))
    return Promise.resolve({ nextPageToken: following.get(pageToken) })
  }
  await expect(readPages(read)).rejects.toThrow("Google's response wasn't a list that ends")
  expect(asked).toEqual([undefined, 'a', 'b'])
  following.set('b', '')
  expect(await readPages(read)).toHaveLength(3)
})

test('so is one with a new page each time', async () => {
  let number = 0
  const read = () => Promise.resolve({ nextPageToken: number === 5000 ? null : `page ${++number}` })
  await expect(readPages(read)).rejects.toThrow("Google's response wasn't a list that ends")
})

test('an entry without usable times is named, and doesn’t hide the others', async () => {
  const broken = { id: 'b', summary: 'Trip', start: { date: '2027-02-30' }, end: { date: '2027-03-04' } }
  const list = () => Promise.resolve({ data: { ...page, items: [...page.items, broken] } })
  const calls = { api: { events: { list } }, callOptions: {} } as unknown as EventCalls
  const { entries, unreadable } = await listEvents(calls, { calendarId: 'primary', syncToken: 'sync' })
  expect(entries.map(({ id, busy }) => [id, busy])).toEqual([
    ['a', []],
    ['b', []],
  ])
  expect(unreadable).toEqual([{ id: 'b', title: 'Trip', date: '2027-03-04' }])
})

test('a list of calendars has items', () => {
  expect(() => calendarPage({ kind: 'calendar#calendarList' })).toThrow()
  expect(() => calendarPage({ items: [] })).toThrow()
})
