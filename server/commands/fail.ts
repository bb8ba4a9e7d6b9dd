import { say } from '../adapters/say.ts'
import { driverMessage } from '../db/driver-message.ts'
import { rightsHint } from '../db/sql-errors.ts'

/** Ends a process that can't go on. */
export function fail(error: unknown): never {
  say(2, explain(error))
  process.exit(1)
}

interface SystemError extends NodeJS.ErrnoException {
  address?: string
  hostname?: string
  port?: number
  /** What the names of the settings for this address and port begin with. */
  settings?: string
}

/** Drizzle's, whose message has the statement and its values. The reason is in the cause. */
interface QueryError extends Error {
  query?: string
  cause?: Error
}

/** An error message for the person who started the process. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message, syscall, path: file, address, hostname, port, settings = '' } = error as SystemError
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the program that uses it, or set ${settings}PORT to a different port.`
  if (code === 'EACCES' && port)
    return `This user may not open port ${port}. Set ${settings}PORT to a different port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${address ?? hostname} is not an address of this machine. Set ${settings}HOST to one of its addresses.`
  if (file && code === 'EISDIR')
    return `${file} is a folder. Move it somewhere else, or set DATA_DIR to a different folder.`
  if (syscall === 'mkdir' || (file && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS'))) {
    return `Writing to the data folder failed (${message}). Change its permissions, or set DATA_DIR to a different folder.`
  }
  return explainQuery(error as QueryError) ?? message
}

function explainQuery({ query, cause }: QueryError): string | null {
  if (query === undefined || cause === undefined) return null
  return `Using the database failed: ${driverMessage(cause)}.${rightsHint(cause)}`
}
