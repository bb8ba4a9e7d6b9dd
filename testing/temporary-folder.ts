import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2_000_000_000

/**
 * A new folder for a database, in memory if there is room, else in `disk`: copying and syncing one in memory takes an
 * eighth of the time. The caller deletes it.
 */
export const temporaryFolder = (name: string, disk = os.tmpdir()) =>
  fs.mkdtempSync(path.join(hasRoom() ? MEMORY : disk, `boomtime-${name}-`))

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY)
    fs.accessSync(MEMORY, fs.constants.W_OK)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
