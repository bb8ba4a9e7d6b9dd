/**
 * Where calendars come from: an account at Google, an account at a CalDAV server (RFC 4791), or a published iCalendar
 * file.
 */
export const calendarProviders = ['google', 'caldav', 'ics'] as const
export type CalendarProviderName = (typeof calendarProviders)[number]

/**
 * What happens to the events that check a calendar while it can't be read: they close, or its last known entries count.
 */
export const unreadableChoices = ['close', 'lastKnown'] as const
export type UnreadableChoice = (typeof unreadableChoices)[number]

/** How long last known entries count, in hours. */
export const LAST_KNOWN_HOURS = 24
/** Without that choice, a calendar that can't be read for this long closes the events that check it, in minutes. */
export const UNREADABLE_AFTER_MINUTES = 15

export const connectionLimits = { server: 500, username: 320, password: 1000, url: 2000, name: 200 } as const

/** Servers that hosts can choose by name. `appPasswordUrl`: where they make the password that we ask for. */
export interface CaldavPreset {
  id: 'icloud' | 'fastmail' | 'nextcloud'
  name: string
  /** Null: everyone has a server of their own. */
  server: string | null
  appPasswordUrl: string | null
}

export const caldavPresets: readonly CaldavPreset[] = [
  {
    id: 'icloud',
    name: 'iCloud',
    server: 'https://caldav.icloud.com',
    appPasswordUrl: 'https://account.apple.com/account/manage',
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    server: 'https://caldav.fastmail.com',
    appPasswordUrl: 'https://app.fastmail.com/settings/security/apps',
  },
  { id: 'nextcloud', name: 'Nextcloud', server: null, appPasswordUrl: null },
]

/** Why a calendar, or the server that has it, can't be read. */
export const calendarTroubles = [
  'unreachable',
  'too_slow',
  'server_error',
  'certificate',
  'insecure',
  'private_address',
  'unknown_server',
  'too_many_redirects',
  'login_refused',
  'digest_login',
  'not_found',
  'not_caldav',
  'not_a_calendar',
  'too_large',
  'too_complex',
] as const
export type CalendarTrouble = (typeof calendarTroubles)[number]

/** What a host reads about each, and what to do. */
export const calendarTroubleTexts: Record<CalendarTrouble, string> = {
  unreachable: 'The server didn’t answer. Check the address, or try again later.',
  too_slow: 'The server took too long to answer. Try again later.',
  server_error: 'The server reported an error. Try again later.',
  certificate: 'The server’s certificate isn’t valid. Ask its operator to renew it.',
  insecure: 'Use an address that starts with https://.',
  private_address:
    'This address belongs to a private network, which this server isn’t allowed to reach. Its operator can allow it with ALLOWED_PRIVATE_NETWORKS.',
  unknown_server:
    'There is no server with this name on the internet. If it’s in a private network, the operator of this server can allow it with ALLOWED_PRIVATE_NETWORKS.',
  too_many_redirects:
    'The address leads from one page to the next without end. Copy the calendar’s address again.',
  login_refused: 'The server refused the username or password. Many servers want an app password here.',
  digest_login:
    'The server only accepts Digest logins, which we don’t support. Ask its operator to allow Basic logins.',
  not_found: 'There is no calendar at this address. Copy the calendar’s address again.',
  not_caldav: 'We couldn’t find calendars on this server. Check the address.',
  not_a_calendar:
    'This address doesn’t lead to a calendar file. Copy the address of the iCalendar (.ics) file.',
  too_large:
    'The calendar is too large for us to read. Publish a shorter period, or move old entries to another calendar.',
  too_complex:
    'The calendar has more entries than we can read. Publish a shorter period, or move old entries to another calendar.',
}

export const tooManyConnections = (time: string) =>
  `Too many attempts to connect calendars. Please try again after ${time}.`
