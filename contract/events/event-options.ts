import { DAY } from '../../availability/units.ts'

/** The options and defaults of an event. Free of schemas because the invitee's page imports them. */
export const meetViaOptions = ['google-meet', 'zoom', 'teams', 'phone', 'in-person'] as const
export type MeetVia = (typeof meetViaOptions)[number]

export const meetViaLabels: Record<MeetVia, string> = {
  'google-meet': 'Google Meet',
  zoom: 'Zoom',
  teams: 'Microsoft Teams',
  phone: 'Phone call',
  'in-person': 'In person',
}

/**
 * The label of an event's location by meeting type; null if the type has none. Only people who booked see the
 * location.
 */
export const locationLabels: Record<MeetVia, string | null> = {
  'google-meet': null,
  zoom: 'Meeting link',
  teams: 'Meeting link',
  phone: 'Phone number',
  'in-person': 'Address',
}

/** Whether the host's calendar creates the link to the video call, which may take a moment. */
export const createsVideoCall = (meetVia: MeetVia) => meetVia === 'google-meet'

/** Buffer minutes before and after a booking. */
export const bufferOptions = [0, 5, 10, 15, 20, 25, 30] as const

/** The zones in the editor. The API accepts any IANA zone. */
export const timezoneOptions = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Paris',
  'Europe/Berlin',
  'Europe/Rome',
  'Europe/Madrid',
  'Europe/Amsterdam',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Asia/Dubai',
  'Australia/Sydney',
  'Australia/Melbourne',
  'Pacific/Auckland',
  'America/Toronto',
  'America/Vancouver',
  'America/Sao_Paulo',
  'America/Mexico_City',
  'UTC',
] as const

export const eventDefaults = {
  duration: 30,
  bufferTime: 0,
  meetVia: 'google-meet',
  timezone: 'America/New_York',
  startTime: '00:00',
  endTime: '23:59',
} as const

/** Lengths in characters, times in minutes. */
export const eventLimits = {
  title: 200,
  description: 5000,
  location: 500,
  duration: { min: 5, max: 1440 },
} as const

const EARLIEST = Date.UTC(2000, 0)
const LATEST = Date.UTC(2100, 0)

/** Whether an instant (epoch milliseconds) is in the years an event may use, in UTC. */
export const isInYears = (at: number): boolean => at >= EARLIEST && at < LATEST

/** Messages that the form and the server share. */
export const eventMessages = {
  title: 'Event title is required',
  duration: `Duration must be a whole number of minutes from ${eventLimits.duration.min} to ${eventLimits.duration.max}`,
  bufferTime: `Buffer time must be one of ${bufferOptions.join(', ')} minutes`,
  date: 'Enter a date between 2000 and 2099',
  unfinishedDate: 'Enter a complete date, or clear the field.',
  skippedTime:
    'This time doesn’t exist on this date because clocks move forward. Choose an earlier or later time.',
} as const

/** The calendar of an event without a chosen calendar: Google's alias for the account's primary calendar. */
export const PRIMARY_CALENDAR = 'primary'

const ONE_OFF_PREFIX = 'link_'

/** Whether it is a one-off link's. */
export const isOneOff = (bookingUrlId: string) => bookingUrlId.startsWith(ONE_OFF_PREFIX)
export const oneOffUrlId = (token: string) => `${ONE_OFF_PREFIX}${token}`

/** How long a deleted event or collection can be restored. */
export const RESTORE_WINDOW_MS = DAY
