import { z } from 'zod'
import { weekStarts } from '../events/event-rules.ts'
import { bookingLimits, newBookingLimits } from '../events/event-rules.schema.ts'
import { meetViaOptions } from '../events/event-options.ts'
import { flag, timezone } from '../primitives.schema.ts'
import { defaultBufferOptions, durationOptions, retentionMonths, settingNames } from './settings-options.ts'
import { timeFormats } from '../time/time-formats.ts'

const minutes = (options: readonly number[], what: string) =>
  z
    .number(`${what} must be one of ${options.join(', ')} minutes`)
    .refine((value) => options.includes(value), `${what} must be one of ${options.join(', ')} minutes`)

const RETENTION = `Keep bookings for ${retentionMonths.join(', ')} months, or null for good`
const retention = z.literal(retentionMonths, RETENTION)

const values = {
  time_format: z.enum(timeFormats, `Time format must be one of ${timeFormats.join(', ')}`),
  timezone,
  default_duration: minutes(durationOptions, 'Default duration'),
  default_buffer_time: minutes(defaultBufferOptions, 'Default buffer time'),
  default_meet_via: z.enum(
    meetViaOptions,
    `Default meeting type must be one of ${meetViaOptions.join(', ')}`,
  ),
  notification_emails: flag,
  notification_booking_reminders: flag,
  notification_marketing_emails: flag,
  keep_bookings_months: retention.nullable(),
  week_start: z.enum(weekStarts, `A week starts on ${weekStarts.join(', ')}`),
  booking_limits: bookingLimits,
  show_photo: flag,
}

/** A host's settings. `defaults` names the values that nobody chose. `updatedAt` is null until some are saved. */
export const settings = z.object({
  ...values,
  defaults: z.array(z.enum(settingNames)),
  updatedAt: z.iso.datetime().nullable(),
})
export type Settings = z.infer<typeof settings>

/** Query values are text. */
export const expiringQuery = z.object({
  keep_bookings_months: z.string({ error: RETENTION }).transform(Number).pipe(retention),
})

/** All settings or some of them; omitted ones don't change. */
export const settingsChange = z.object({ ...values, booking_limits: newBookingLimits }).partial()
