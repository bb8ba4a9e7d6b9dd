import fs from 'node:fs'
import type { DestinationStream } from 'pino'

/** How much is kept while it can't be written, in bytes. Lines beyond it are dropped. */
const MAX_WAITING = 1_000_000
const RETRY_MS = 100
/** How long a process that exits waits for a reader who is behind. */
const MAX_EXIT_MS = 5000

/**
 * Where a process writes its log: a file descriptor that is open until it exits. Each line is one write, so that those
 * of several processes stay whole. If one fails, because the disk is full or a reader is behind, the process goes on and
 * tries again. pino's own destination throws then, and never lets the process exit.
 */
export function logDestination(fd: number): DestinationStream {
  const lines: Buffer[] = []
  let size = 0
  let retry: NodeJS.Timeout | undefined

  /** Returns why lines are left, if any are. */
  function writeAll(): NodeJS.ErrnoException | undefined {
    clearTimeout(retry)
    retry = undefined
    try {
      while (lines[0]) {
        const written = fs.writeSync(fd, lines[0])
        size -= written
        if (written < lines[0].length) lines[0] = lines[0].subarray(written)
        else lines.shift()
      }
      return undefined
    } catch (error) {
      retry = setTimeout(writeAll, RETRY_MS).unref()
      return error as NodeJS.ErrnoException
    }
  }

  process.on('exit', () => {
    const until = Date.now() + MAX_EXIT_MS
    while (writeAll()?.code === 'EAGAIN' && Date.now() < until) sleep(RETRY_MS / 10)
  })
  return {
    write(text) {
      if (size >= MAX_WAITING) return
      const line = Buffer.from(text)
      lines.push(line)
      size += line.length
      if (retry === undefined) writeAll()
    },
  }
}

/** Blocks the process. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
