import { describe, expect, it } from 'vitest'
import { parseDate, startOfDay } from '../../../../availability/wall-time.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { entriesOf, entriesOn, entryName, startOnDay, timesOnDay, whenText } from './entries.ts'

const viewer = { locale: 'en-US', timeZone: 'America/New_York', hour12: true }
const dayIn = (timeZone: string, date: string) => {
  const [table, epochDay] = [zoneTable(timeZone), parseDate(date)]
  return { epochDay, start: startOfDay(table, epochDay), end: startOfDay(table, epochDay + 1) }
}
const day = (date: string) => dayIn('America/New_York', date)
const none = { bookings: [], busyTimes: [], busyDays: [], unreadCalendars: [] }
const busy = { id: 'busy', calendar: 'Work', isTentative: false, isOutOfOffice: false }
const busyFrom = (startUtc: string, endUtc: string) =>
  entriesOf({ ...none, busyTimes: [{ ...busy, startUtc, endUtc }] })

describe('names', () => {
  it('say who, what and when', () => {
    const booking = {
      id: 'one',
      title: 'Intro call',
      fullName: 'Yuki Tanaka',
      startUtc: '2026-11-23T14:30:00Z',
      endUtc: '2026-11-23T15:00:00Z',
    } as ListedBooking
    const [entry] = entriesOf({ ...none, bookings: [booking] })
    expect(entryName(entry!, viewer)).toBe('Intro call with Yuki Tanaka, Mon, Nov 23, 9:30 – 10:00 AM')
  })

  it('say what is known of busy times', () => {
    const [entry] = entriesOf({
      ...none,
      busyTimes: [
        { ...busy, isTentative: true, startUtc: '2026-11-23T14:30:00Z', endUtc: '2026-11-23T15:00:00Z' },
      ],
    })
    expect(entryName(entry!, viewer)).toBe('Busy, Work, tentative, Mon, Nov 23, 9:30 – 10:00 AM')
    const [days] = entriesOf({
      ...none,
      busyDays: [
        { ...busy, calendar: null, isOutOfOffice: true, dateFrom: '2026-11-23', dateTo: '2026-11-25' },
      ],
    })
    expect(entryName(days!, viewer)).toBe('Out of office, Mon, Nov 23 – Wed, Nov 25, all day')
    expect(whenText({ times: null, days: { first: 0, last: 0 } }, viewer)).toBe('Thu, Jan 1, all day')
  })
})

describe('the entries of a day', () => {
  it('are whole days by their dates, wherever the host is', () => {
    const entries = entriesOf({
      ...none,
      busyDays: [{ ...busy, dateFrom: '2026-11-23', dateTo: '2026-11-24' }],
    })
    for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago']) {
      const counts = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map(
        (date) => entriesOn(entries, dayIn(zone, date)).wholeDay.length,
      )
      expect(counts).toEqual([0, 1, 1, 0])
    }
  })

  it('are on each day that they take place on', () => {
    const entries = busyFrom('2026-11-23T22:00:00Z', '2026-11-25T17:00:00Z')
    const shown = (date: string) => {
      const { wholeDay, timed } = entriesOn(entries, day(date))
      return [...wholeDay, ...timed].map((entry) => timesOnDay(entry, day(date), viewer))
    }
    const starts = ['2026-11-23', '2026-11-24', '2026-11-25'].map((date) =>
      startOnDay(entries[0]!, day(date), viewer),
    )
    expect(starts).toEqual(['5:00 PM', '', 'Until 12:00 PM'])
    expect(shown('2026-11-22')).toEqual([])
    expect(shown('2026-11-23')).toEqual(['From 5:00 PM'])
    expect(shown('2026-11-24')).toEqual(['All day'])
    expect(shown('2026-11-25')).toEqual(['Until 12:00 PM'])
    expect(shown('2026-11-26')).toEqual([])
  })

  it('take the whole of a day with 25 hours only if they last as long', () => {
    const entries = busyFrom('2026-11-01T04:00:00Z', '2026-11-02T04:00:00Z')
    expect(entriesOn(entries, day('2026-11-01')).wholeDay).toEqual([])
    const longer = busyFrom('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z')
    expect(entriesOn(longer, day('2026-11-01')).wholeDay).toHaveLength(1)
    expect(entriesOn(longer, day('2026-11-02'))).toEqual({ wholeDay: [], timed: [] })
  })

  it('end at midnight without the next day', () => {
    const entries = busyFrom('2026-11-24T04:00:00Z', '2026-11-24T05:00:00Z')
    const [entry] = entriesOn(entries, day('2026-11-23')).timed
    expect(timesOnDay(entry!, day('2026-11-23'), viewer)).toBe('11:00 PM – 12:00 AM')
    expect(entriesOn(entries, day('2026-11-24')).timed).toEqual([])
  })
})
