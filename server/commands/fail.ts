import { say } from '../adapters/say.ts'

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
  if (syscall === 'mkdir' || (file && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS'))) {
    return `Writing to the data folder failed (${message}). Change its permissions, or set DATA_DIR to a different folder.`
  }
  return message
}
