import { expect, it } from 'vitest'
import { parseDate } from '../../../../availability/wall-time.ts'
import { entriesOf } from './entries.ts'
import { entryItem, moreItem } from './entry-button.tsx'
import { shownDays } from './shown-days.ts'
import { tabStopOf } from './tab-stop.ts'

const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }
const wednesday = parseDate('2027-01-06')
const busyTimes = [9, 10, 11, 12, 13].map((hour) => ({
  id: `at ${hour}`,
  calendar: null,
  isTentative: false,
  isOutOfOffice: false,
  startUtc: new Date(Date.UTC(2027, 0, 6, hour)).toISOString(),
  endUtc: new Date(Date.UTC(2027, 0, 6, hour, 30)).toISOString(),
}))
const entries = entriesOf({ bookings: [], busyTimes, busyDays: [], unreadCalendars: [] })
const gridOf = (view: 'week' | 'month', day = wednesday) => ({
  view,
  range: shownDays(view, day, viewer.locale),
  entries,
  viewer,
})
const last = entryItem(entries.at(-1)!, wednesday)
const more = moreItem(wednesday)

it('stays on what had the focus while it is shown', () => {
  expect(tabStopOf(last, wednesday + 1, gridOf('week'))).toBe(last)
  expect(tabStopOf(more, wednesday + 1, gridOf('month'))).toBe(more)
})

it('is the day of what is hidden, gone or on another day by now', () => {
  expect(tabStopOf(last, wednesday + 1, gridOf('month'))).toBe(String(wednesday))
  expect(tabStopOf(more, wednesday + 1, gridOf('week'))).toBe(String(wednesday))
  expect(tabStopOf(entryItem(entries[0]!, wednesday + 2), wednesday, gridOf('week'))).toBe(
    String(wednesday + 2),
  )
})

it('is the date if nothing had the focus, or something on days that aren’t shown', () => {
  const later = wednesday + 7
  expect(tabStopOf(null, wednesday, gridOf('week'))).toBe(String(wednesday))
  expect(tabStopOf(last, later, gridOf('week', later))).toBe(String(later))
})
