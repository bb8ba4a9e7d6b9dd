/**
 * What an error may say in a log: the message of its innermost cause. The errors around it carry what was asked, and with
 * it the ids of bookings, people's names and tokens.
 */
export function errorSummary(error: unknown): string {
  const cause = innermost(error)
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
}

/** The same with where it happened, for errors nobody expected. */
export function errorTrace(error: unknown): string {
  const cause = innermost(error)
  return cause instanceof Error ? (cause.stack ?? errorSummary(cause)) : errorSummary(cause)
}

function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error
}
