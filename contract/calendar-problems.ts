/** What ends a connection: access was taken back, does not cover the calendar, or was kept with a key that is gone. */
export const calendarProblems = ['revoked', 'missing_scope', 'unknown_key'] as const
export type CalendarProblem = (typeof calendarProblems)[number]

/** What the host is told of each, on the screen and by mail. */
export const calendarProblemTexts: Record<CalendarProblem, string> = {
  revoked:
    'Google no longer accepts our access. That happens when it is taken back in your Google account, or after a new password.',
  missing_scope:
    'The access you gave does not include your calendars. Reconnect, and tick both calendar boxes on Google’s page.',
  unknown_key: 'Our access was kept with a key that this server no longer has, so it cannot be used.',
}
