import type { CalendarProviderName } from './calendar-connections.ts'

/**
 * Reasons for a broken connection: access was revoked, doesn't include the calendar, or was encrypted with a key that
 * is gone; or this server's operator hasn't enabled Google's Calendar API.
 */
export const calendarProblems = ['revoked', 'missing_scope', 'unknown_key', 'api_disabled'] as const
export type CalendarProblem = (typeof calendarProblems)[number]

/** The text for each problem of a Google account, on screens and in emails. */
export const calendarProblemTexts: Record<CalendarProblem, string> = {
  revoked:
    'Google revoked our access. That happens after a password change, when it is removed in your Google account, or when your organization’s administrator blocks it.',
  missing_scope:
    'We don’t have permission to use your calendars. Reconnect and check both calendar boxes on Google’s page.',
  api_disabled:
    'The Google Calendar API isn’t enabled for this server. Ask its operator to enable it in the Google Cloud project, then reconnect.',
  unknown_key: 'The saved Google access can’t be decrypted on this server.',
}

/** The text for a problem of an account, on screens and in emails. */
export function problemText(provider: CalendarProviderName, problem: CalendarProblem): string {
  if (provider === 'google') return calendarProblemTexts[problem]
  const secret = provider === 'ics' ? 'address' : 'app password'
  return problem === 'unknown_key'
    ? `The saved ${secret} can’t be decrypted on this server. Enter it again.`
    : `The server no longer accepts the ${secret}. Enter a new one.`
}
