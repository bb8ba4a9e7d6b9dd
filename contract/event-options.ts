/** The choices and defaults of an event. Free of schemas: the invitee's page uses them too. */
export const meetViaOptions = ['google-meet', 'zoom', 'teams', 'phone', 'in-person'] as const
export type MeetVia = (typeof meetViaOptions)[number]

export const meetViaLabels: Record<MeetVia, string> = {
  'google-meet': 'Google Meet',
  zoom: 'Zoom',
  teams: 'Microsoft Teams',
  phone: 'Phone call',
  'in-person': 'In person',
}

/** What an event may say of where it takes place; null where it says itself. Only whoever has booked is told. */
export const locationLabels: Record<MeetVia, string | null> = {
  'google-meet': null,
  zoom: 'Meeting link',
  teams: 'Meeting link',
  phone: 'Phone number',
  'in-person': 'Address',
}

/** Minutes kept free before and after a booking. */
export const bufferOptions = [0, 5, 10, 15, 20, 25, 30] as const

/** The zones the editor offers; the interface takes any IANA zone. */
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
  bufferTime: { min: 0, max: 120 },
} as const

const EARLIEST = Date.UTC(2000, 0)
const LATEST = Date.UTC(2100, 0)

/** Whether an instant (ISO 8601) lies in the years that events may be in, in UTC. */
export function isInYears(iso: string): boolean {
  const at = Date.parse(iso)
  return at >= EARLIEST && at < LATEST
}

/** What form and server say alike. */
export const eventMessages = {
  title: 'Event title is required',
  duration: `Duration must be a whole number of minutes from ${eventLimits.duration.min} to ${eventLimits.duration.max}`,
  date: 'Enter a date between 2000 and 2099',
  unfinishedDate: 'Enter a complete date, or clear the field.',
} as const

/** The calendar of an event whose host has chosen none: Google's own alias for the account's main calendar. */
export const PRIMARY_CALENDAR = 'primary'

export const bookingPath = (bookingUrlId: string) => `/book/${bookingUrlId}`
export const updatePath = (bookingUrlId: string, bookingId: string) =>
  `${bookingPath(bookingUrlId)}/update/${bookingId}`
export const confirmationPath = (bookingId: string) => `/booking-confirmation/${bookingId}`
export const calendarFilePath = (bookingId: string) => `${confirmationPath(bookingId)}/invite.ics`
