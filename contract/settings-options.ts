import type { BookingLimit, WeekStart } from './event-rules.ts'
import { bufferOptions, eventDefaults, type MeetVia, timezoneOptions } from './event-options.ts'

/** The options and defaults of a host's settings. Free of schemas because the browser imports them. */
export const timeFormats = ['12hour', '24hour'] as const
export type TimeFormat = (typeof timeFormats)[number]

/** Minutes. */
export const durationOptions = [15, 30, 45, 60, 90, 120] as const
export const defaultBufferOptions = [0, 5, 10, 15, 30] as const satisfies (typeof bufferOptions)[number][]

/** How many months after its end a booking can be removed. */
export const retentionMonths = [6, 12, 24, 36, 60] as const
export type RetentionMonths = (typeof retentionMonths)[number]

/** The zones in the settings: the event editor's and more. The API accepts any IANA zone. */
export const settingsTimezones = [
  ...timezoneOptions,
  'America/Phoenix',
  'America/Anchorage',
  'America/Halifax',
  'America/Bogota',
  'America/Lima',
  'America/Santiago',
  'America/Argentina/Buenos_Aires',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Stockholm',
  'Europe/Warsaw',
  'Europe/Athens',
  'Europe/Istanbul',
  'Europe/Moscow',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'Africa/Lagos',
  'Africa/Nairobi',
  'Asia/Bangkok',
  'Asia/Dhaka',
  'Asia/Hong_Kong',
  'Asia/Karachi',
  'Asia/Seoul',
  'Asia/Singapore',
  'Australia/Brisbane',
  'Australia/Perth',
  'Pacific/Honolulu',
] as const

/** A host's settings, under their API names. */
export interface SettingsValues {
  time_format: TimeFormat
  timezone: string
  /** Minutes. */
  default_duration: number
  default_buffer_time: number
  default_meet_via: MeetVia
  notification_emails: boolean
  notification_booking_reminders: boolean
  notification_marketing_emails: boolean
  /** Null: for good. */
  keep_bookings_months: RetentionMonths | null
  /** The first day of a week for limits and calendars. */
  week_start: WeekStart
  /** How much can be booked in all events together. */
  booking_limits: BookingLimit[]
}

/** The settings of a host who has saved none. Only the buffer differs from the event defaults. */
export const settingsDefaults: SettingsValues = {
  time_format: '12hour',
  timezone: eventDefaults.timezone,
  default_duration: eventDefaults.duration,
  default_buffer_time: 5,
  default_meet_via: eventDefaults.meetVia,
  notification_emails: true,
  notification_booking_reminders: true,
  notification_marketing_emails: true,
  keep_bookings_months: null,
  week_start: 'monday',
  booking_limits: [],
}

export interface EventStart {
  /** Minutes, like `bufferTime`. */
  duration: number
  bufferTime: number
  meetVia: MeetVia
  timezone: string
}

/**
 * The initial values of a new event: the host's settings or, if none are saved, the product defaults in `timezone`.
 * `updatedAt` is null until settings are saved.
 */
export function eventStart(
  settings: SettingsValues & { updatedAt: string | null },
  timezone: string = eventDefaults.timezone,
): EventStart {
  if (settings.updatedAt === null) {
    const { duration, bufferTime, meetVia } = eventDefaults
    return { duration, bufferTime, meetVia, timezone }
  }
  return {
    duration: settings.default_duration,
    bufferTime: settings.default_buffer_time,
    meetVia: settings.default_meet_via,
    timezone: settings.timezone,
  }
}
