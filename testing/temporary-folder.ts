import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2_000_000_000

/**
 * A new folder for a database, in memory if there is room: copying and syncing one there takes an eighth of the time.
 * The caller deletes it.
 */
export const temporaryFolder = (name: string) => fs.mkdtempSync(path.join(place(), `boomtime-${name}-`))

function place(): string {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY)
    fs.accessSync(MEMORY, fs.constants.W_OK)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : os.tmpdir()
  } catch {
    return os.tmpdir()
  }
}
