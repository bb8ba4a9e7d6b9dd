/** Where browsers ask Google when invitees are busy. Nothing of it goes through the server. */
export interface CalendarCheck {
  /** Of an OAuth client for browsers, which has no secret. */
  clientId: string
  authorizationUrl: string
  freeBusyUrl: string
  /** Null if that would also take away what hosts granted the server. */
  revocationUrl: string | null
}

/** The narrowest scope that allows to read when somebody is busy, and nothing else. */
export const FREE_BUSY_SCOPE = 'https://www.googleapis.com/auth/calendar.freebusy'

/** With an attempt's state, the name of the channel on which the page that Google redirects to passes on its answer. */
export const ANSWER_CHANNEL = 'calendar-check:'
