import { and, eq, inArray } from 'drizzle-orm'
import type { Interval } from '../../availability/interval.ts'
import {
  type CheckingEvent,
  checkingValues,
  whereBusyEntry,
  whereOfEntry,
} from '../calendars/checked-calendars.ts'
import { calendarEntries, calendars } from '../db/tables/calendars.ts'
import type { Db, Tx } from '../db/database.ts'
import type { BookingRow } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'

/** Bookings whose events check the same calendars. */
export interface CheckedTogether {
  /** The same for the same calendars. */
  key: string
  checking: CheckingEvent
  bookings: BookingRow[]
}

/** For a booking whose event is gone, the host's usual calendars are checked. */
export async function groupByChecked(
  db: Db | Tx,
  bookings: readonly BookingRow[],
): Promise<CheckedTogether[]> {
  const [first] = bookings
  if (!first) return []
  const { hostId } = first
  const ids = [...new Set(bookings.flatMap(({ eventId }) => eventId ?? []))]
  const found = await db
    .select({ id: events.id, checkedCalendars: events.checkedCalendars })
    .from(events)
    .where(and(eq(events.hostId, hostId), inArray(events.id, ids)))
  const choices = new Map(found.map(({ id, checkedCalendars }) => [id, checkedCalendars]))
  const choiceOf = ({ eventId }: BookingRow) => choices.get(eventId ?? '') ?? null
  const groups = Map.groupBy(bookings, (booking) => JSON.stringify([booking.calendarId, choiceOf(booking)]))
  return [...groups].map(([key, group]) => {
    const { calendarId } = group[0]!
    return { key, checking: { hostId, calendarId, checkedCalendars: choiceOf(group[0]!) }, bookings: group }
  })
}

/** The entries that keep the host busy for these bookings at some time of `range`. */
export const readCheckedEntries = (tx: Tx, { checking }: CheckedTogether, range: Interval) =>
  tx
    .select({
      entryId: calendarEntries.entryId,
      start: calendarEntries.startAt,
      end: calendarEntries.endAt,
    })
    .from(calendarEntries)
    .leftJoin(calendars, whereOfEntry(checking.hostId))
    .where(whereBusyEntry(checkingValues(checking), range))
