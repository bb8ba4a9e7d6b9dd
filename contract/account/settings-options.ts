import type { BookingLimit, WeekStart } from '../events/event-rules.ts'
import { bufferOptions, eventDefaults, type MeetVia, timezoneOptions } from '../events/event-options.ts'
import type { TimeFormat } from '../time/time-formats.ts'

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
  /** Whether invitees see the photo of the host's Google account. */
  show_photo: boolean
}

/** The settings that a host hasn't chosen. Only the buffer differs from the event defaults. */
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
  show_photo: false,
}

export const settingNames = Object.keys(settingsDefaults) as (keyof SettingsValues)[]

/** A host's settings. `defaults` names the values that nobody chose. */
export interface KnownSettings extends SettingsValues {
  defaults: readonly (keyof SettingsValues)[]
}

/** The settings of a new host. */
export const noSettings: KnownSettings = { ...settingsDefaults, defaults: settingNames }

export interface EventStart {
  /** Minutes, like `bufferTime`. */
  duration: number
  bufferTime: number
  meetVia: MeetVia
  timezone: string
}

/**
 * The initial values of a new event: what the host chose in the settings, else the product's defaults for events, in
 * `timezone`.
 */
export function eventStart(settings: KnownSettings, timezone: string = eventDefaults.timezone): EventStart {
  const isChosen = (name: keyof SettingsValues) => !settings.defaults.includes(name)
  return {
    duration: isChosen('default_duration') ? settings.default_duration : eventDefaults.duration,
    bufferTime: isChosen('default_buffer_time') ? settings.default_buffer_time : eventDefaults.bufferTime,
    meetVia: isChosen('default_meet_via') ? settings.default_meet_via : eventDefaults.meetVia,
    timezone: isChosen('timezone') ? settings.timezone : timezone,
  }
}
