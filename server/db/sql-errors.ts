/** SQLSTATEs of a server that goes, comes or is full, and the operating system's of a connection. */
const UNREACHABLE_CODE = /^(08...|57P0[1-4]|53300|E(CONN|HOST|NET)\w+|EPIPE|ETIMEDOUT)$/
/** For these the driver has no codes. */
const UNREACHABLE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|The database stopped responding)/

/** Whether a failure says that the database cannot be reached, rather than that it refuses. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isSaid = typeof code === 'string' && UNREACHABLE_CODE.test(code)
  return isSaid || UNREACHABLE.test(error.message) || isUnreachable(error.cause)
}

/** What the database says of a booking that would meet another one of its host. */
export const EXCLUSION_VIOLATION = '23P01'

/** The SQLSTATE of a failed statement, or null. Drizzle wraps the driver's error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  // The operating system's codes begin with an E, which no SQLSTATE does.
  if (typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code)) return code
  return sqlState(error.cause)
}
