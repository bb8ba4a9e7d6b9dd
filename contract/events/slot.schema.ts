import { z } from 'zod'
import { ruleMessages } from './event-rules.ts'
import { calendarDay, timezone } from '../primitives.schema.ts'

export const slot = z.object({ startUtc: z.string(), endUtc: z.string() })
export type Slot = z.infer<typeof slot>

/**
 * Days are `YYYY-MM-DD` in `timezone`, both inclusive, at most 62. With a `bookingId`, that booking's own time counts
 * as free, so the slots are the ones it can move to.
 */
export const slotsQuery = z.object({
  dateFrom: calendarDay,
  dateTo: calendarDay,
  timezone,
  bookingId: z.string().max(64).optional(),
  /** The link that will be used for booking, whose rules count too. */
  bookingUrlId: z.string().max(64).optional(),
  /** Minutes, one of the durations that the event offers. */
  duration: z.coerce.number(ruleMessages.notOffered).pipe(z.int(ruleMessages.notOffered)).optional(),
})
