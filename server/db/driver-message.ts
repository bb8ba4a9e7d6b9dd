/**
 * The driver's message, without a period, to be part of a sentence. Drizzle wraps it, and a host name with several
 * addresses fails once for each.
 */
export function driverMessage(error: unknown): string {
  if (error instanceof AggregateError) return driverMessage(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message.replace(/\.$/, '') : driverMessage(error.cause)
}
