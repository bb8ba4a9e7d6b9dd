const AUTH = 'https://www.googleapis.com/auth/'

/** The calendar list, read-only. */
export const CALENDAR_LIST = `${AUTH}calendar.calendarlist.readonly`

/** Calendar entries, read and write. */
export const CALENDAR_EVENTS = `${AUTH}calendar.events`

/** When somebody is busy, and nothing else. */
export const FREE_BUSY = `${AUTH}calendar.freebusy`

/** The scopes with a checkbox, and its label. */
export const TICKABLE: Readonly<Record<string, string>> = {
  [CALENDAR_LIST]: 'See the list of your calendars',
  [CALENDAR_EVENTS]: 'View and edit events on all your calendars',
  [FREE_BUSY]: 'View your availability in your calendars',
}

const CANONICAL: Readonly<Record<string, string>> = {
  openid: 'openid',
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
  [`${AUTH}userinfo.email`]: `${AUTH}userinfo.email`,
  [`${AUTH}userinfo.profile`]: `${AUTH}userinfo.profile`,
  [CALENDAR_LIST]: CALENDAR_LIST,
  [CALENDAR_EVENTS]: CALENDAR_EVENTS,
  [FREE_BUSY]: FREE_BUSY,
}

/** The scope names as Google returns them; `unknown` lists unsupported ones. */
export function parseScopes(scope: string): { known: string[]; unknown: string[] } {
  const names = scope.split(/\s+/).filter(Boolean)
  return {
    known: [...new Set(names.map((name) => CANONICAL[name]).filter((name) => name !== undefined))],
    unknown: names.filter((name) => CANONICAL[name] === undefined),
  }
}

/** Whether `profile` or `email` was granted. */
export function includesInfo(scopes: string[], info: 'email' | 'profile'): boolean {
  return scopes.includes(`${AUTH}userinfo.${info}`)
}
