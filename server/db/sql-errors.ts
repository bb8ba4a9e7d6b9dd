/**
 * SQLSTATEs of a server that stops, starts, gives up a statement that takes too long or a connection that nobody uses,
 * has no connection or disk space left, or may no longer write because another one took over; and the operating
 * system's errors of connections, names and full disks.
 */
const UNREACHABLE_CODE =
  /^(08...|57014|57P0[1-5]|53[13]00|25006|ENOSPC|E(CONN|HOST|NET|AI_)\w+|ENOTFOUND|EPIPE|ETIMEDOUT)$/
/** Errors for which the drivers have no codes. */
const UNREACHABLE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|The database stopped responding)/

/** Whether an error means that the database is unreachable, not that it rejected a statement. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  const hasCode = typeof code === 'string' && UNREACHABLE_CODE.test(code)
  // Such an error ends the session, or refuses to begin one. Poolers have codes of their own for that.
  return hasCode || severity === 'FATAL' || UNREACHABLE.test(error.message) || isUnreachable(error.cause)
}

/** Whether an error means that the disk is full, or will be soon. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === 'ENOSPC' || code === '53100' || isDiskFull(error.cause)
}

/** What to do about a user without rights. */
export const MAKE_OWNER = 'Make the user in DATABASE_URL the owner of the database and all it contains.'

const DENIED = '42501'

/** What follows the text of an error for people: what to do if rights are missing. */
export const rightsHint = (error: unknown) => (sqlState(error) === DENIED ? ` ${MAKE_OWNER}` : '')

/** The database's error for a booking that overlaps another one of its host. */
export const EXCLUSION_VIOLATION = '23P01'

/** The SQLSTATE of a failed statement, or null. Drizzle wraps the driver's error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  // The operating system's codes start with an E, and SQLSTATEs never do.
  if (typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code)) return code
  return sqlState(error.cause)
}
