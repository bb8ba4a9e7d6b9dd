import { z } from 'zod'
import { listedBooking } from '../bookings/booking-list.schema.ts'
import { calendarDay, timezone } from '../primitives.schema.ts'

/** The dates (`YYYY-MM-DD`, both inclusive) are days in the zone. */
export const calendarQuery = z.object({ dateFrom: calendarDay, dateTo: calendarDay, timezone })

/** Mirrors have no titles. `calendar` is its name; null for one that isn't in the host's list. */
const busyEntry = {
  id: z.string(),
  calendar: z.string().nullable(),
  isTentative: z.boolean(),
  isOutOfOffice: z.boolean(),
}

export const calendarPage = z.object({
  /** The host's confirmed bookings, by their start. */
  bookings: z.array(listedBooking),
  /** Entries of checked calendars that count as busy, by their start. */
  busyTimes: z.array(z.object({ ...busyEntry, startUtc: z.string(), endUtc: z.string() })),
  /** The same for whole days, whatever the zone: `dateTo` is the last one. */
  busyDays: z.array(z.object({ ...busyEntry, dateFrom: z.iso.date(), dateTo: z.iso.date() })),
  /** The names of calendars whose entries aren't known; null for one that isn't in the host's list. */
  unreadCalendars: z.array(z.string().nullable()),
})
export type CalendarPage = z.infer<typeof calendarPage>
