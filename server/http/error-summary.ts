/**
 * What the log may contain of an error: the message of its innermost cause. The errors around it quote the request,
 * with booking ids, names and tokens.
 */
export function errorSummary(error: unknown): string {
  const cause = innermost(error)
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
}

/** The same with its stack, for unexpected errors. */
export function errorTrace(error: unknown): string {
  const cause = innermost(error)
  return cause instanceof Error ? (cause.stack ?? errorSummary(cause)) : errorSummary(cause)
}

function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error
}
