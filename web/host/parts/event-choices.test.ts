import { expect, test } from 'vitest'
import { eventChoices } from './event-choices.ts'

const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }
const event = (id: string, title: string, duration = 30, more: object = {}) => ({
  id,
  title,
  duration,
  createdAt: '2027-01-04T09:00:00.000Z',
  isDeleted: false,
  ...more,
})
const labels = (...events: ReturnType<typeof event>[]) =>
  eventChoices(events, viewer).map(({ label }) => label)

test('labels distinguish events with the same title and mark deleted ones', () => {
  expect(labels(event('a', 'Tea'), event('b', 'Talk', 30, { isDeleted: true }))).toEqual([
    'Tea',
    'Talk (deleted)',
  ])
  expect(labels(event('a', 'Tea', 15), event('b', 'Tea', 30, { isDeleted: true }))).toEqual([
    'Tea (15 minutes)',
    'Tea (30 minutes, deleted)',
  ])
  expect(labels(event('a', 'Tea'), event('b', 'Tea', 30, { createdAt: '2027-01-05T09:00:00.000Z' }))).toEqual(
    ['Tea (created Jan 4, 2027, 9:00 AM)', 'Tea (created Jan 5, 2027, 9:00 AM)'],
  )
})

test('labels distinguish events with the same title by who shares them', () => {
  const by = (ownerName: string) => ({ ownerName })
  expect(labels(event('a', 'Tea', 30, by('Ada')), event('b', 'Tea', 15, by('Max')))).toEqual([
    'Tea (Ada)',
    'Tea (Max)',
  ])
  expect(labels(event('a', 'Tea', 30, by('Ada')), event('b', 'Tea', 15, by('Ada')))).toEqual([
    'Tea (30 minutes)',
    'Tea (15 minutes)',
  ])
})
