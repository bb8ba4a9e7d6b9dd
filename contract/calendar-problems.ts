/** What ends a connection: access was taken back, does not cover the calendar, or was kept with a key that is gone. */
export const calendarProblems = ['revoked', 'missing_scope', 'unknown_key'] as const
export type CalendarProblem = (typeof calendarProblems)[number]

/** What the host is told of each, on the screen and by mail. */
export const calendarProblemTexts: Record<CalendarProblem, string> = {
  revoked:
    'Google revoked our access, usually after a password change or because it was removed in your Google account.',
  missing_scope:
    'We don’t have permission to use your calendars. Reconnect and check both calendar boxes on Google’s page.',
  unknown_key: 'The saved Google access can’t be decrypted on this server.',
}
