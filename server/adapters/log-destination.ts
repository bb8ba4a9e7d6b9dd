import fs from 'node:fs'
import type { DestinationStream } from 'pino'

/** How much is kept while it can't be written, in bytes. Lines beyond it are dropped. */
const MAX_WAITING = 1_000_000
const RETRY_MS = 100

/**
 * Where a process writes its log: a file descriptor that is open until it exits. A line is written at once, in one
 * piece. If that fails, because the disk is full or nobody reads it, the process goes on and tries again. pino's own
 * destination throws then, and never lets the process exit.
 */
export function logDestination(fd: number): DestinationStream {
  let waiting = Buffer.alloc(0)
  let retry: NodeJS.Timeout | undefined

  function writeAll(): void {
    retry = undefined
    try {
      while (waiting.length > 0) waiting = waiting.subarray(fs.writeSync(fd, waiting))
    } catch {
      retry = setTimeout(writeAll, RETRY_MS).unref()
    }
  }

  process.on('exit', writeAll)
  return {
    write(line) {
      if (waiting.length < MAX_WAITING) waiting = Buffer.concat([waiting, Buffer.from(line)])
      if (retry === undefined) writeAll()
    },
  }
}
