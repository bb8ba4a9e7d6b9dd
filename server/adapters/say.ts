import fs from 'node:fs'

/** Writes a line for the person who started the process. If that fails, as on a full disk, the process goes on. */
export function say(fd: 1 | 2, line: string): void {
  try {
    fs.writeSync(fd, `${line}\n`)
  } catch {
    // There is nowhere to say so.
  }
}
