import { z } from 'zod'
import { calendarDay, timezone } from '../primitives.schema.ts'

const weekStartError = 'Use a weekday from 1 (Monday) to 7 (Sunday)'

/**
 * Days are `YYYY-MM-DD` in `timezone`, both inclusive, at most 366. Without them: this week and the 11 before it. A
 * booking belongs to the day on which its meeting starts.
 */
export const analyticsQuery = z.object({
  dateFrom: calendarDay.optional(),
  dateTo: calendarDay.optional(),
  /** Defaults to the zone in the host's settings. */
  timezone: timezone.optional(),
  /** Counts only this event's bookings. */
  eventId: z.uuid('Use the id of an event').optional(),
  /** The first day of a week, from 1 (Monday) to 7 (Sunday). */
  weekStart: z.coerce
    .number(weekStartError)
    .pipe(z.int(weekStartError).min(1, weekStartError).max(7, weekStartError))
    .default(1),
})

/** How many bookings are confirmed, and how many were canceled. */
const counts = { bookings: z.int(), canceled: z.int() }

/** `bookings`, and everything that isn't about cancellations, counts confirmed bookings only. */
export const analytics = z.object({
  ...counts,
  dateFrom: z.string(),
  dateTo: z.string(),
  timezone: z.string(),
  /** The total length of the meetings, in minutes. */
  minutes: z.int(),
  /** Every week that the period is part of; the first and the last may be shorter. */
  weeks: z.array(z.object({ dateFrom: z.string(), dateTo: z.string(), ...counts })),
  /** Events with bookings, starting with the most. Those that were removed for good share one entry without an id. */
  events: z.array(
    z.object({ id: z.uuid().nullable(), title: z.string(), isDeleted: z.boolean(), ...counts }),
  ),
  /** The bookings by weekday from Monday, then by the hour in which the meeting starts. */
  hours: z.array(z.array(z.int()).length(24)).length(7),
  /** How many days ahead people book, between the dates of booking and meeting. */
  leadTimes: z.array(z.object({ minDays: z.int(), maxDays: z.int().nullable(), bookings: z.int() })),
  /** Null without bookings. */
  medianLeadDays: z.number().nullable(),
})
export type Analytics = z.infer<typeof analytics>
