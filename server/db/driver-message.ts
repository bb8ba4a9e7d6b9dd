/** The driver's message. Drizzle wraps it, and a host name with several addresses fails once for each. */
export function driverMessage(error: unknown): string {
  if (error instanceof AggregateError) return driverMessage(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : driverMessage(error.cause)
}
