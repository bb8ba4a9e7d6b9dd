import fs from 'node:fs'
import path from 'node:path'

/**
 * The engine survives neither a full disk nor a log that can't grow. Below this many bytes it isn't used: enough for a
 * log file of 16 MB, a checkpoint and what one transaction writes.
 */
export const DISK_RESERVE_BYTES = 64 * 1024 * 1024
const CONTROL_FILE_BYTES = 8192
const LOG_FILE_BYTES = 16n * 1024n * 1024n
const REMEDY = 'Restore a backup, or set DATA_DIR to a different folder.'

/** Throws an Error with the code `ENOSPC` while the disk of `dir` is almost full. */
export function assertDiskSpace(dir: string): void {
  const { bavail, bsize } = fs.statfsSync(dir)
  if (bavail * bsize >= DISK_RESERVE_BYTES) return
  const [left, needed] = [bavail * bsize, DISK_RESERVE_BYTES].map((bytes) => Math.floor(bytes / 2 ** 20))
  throw Object.assign(
    new Error(`The disk is almost full: ${dir} needs ${needed} MB of free space and has ${left} MB.`),
    { code: 'ENOSPC' },
  )
}

/**
 * Whether `dir` contains a database. Throws an Error for people if it is a file, or contains only parts of one, which
 * PostgreSQL would report in its own terms, or not at all.
 */
export function hasDatabase(dir: string): boolean {
  if (!fs.existsSync(dir)) return false
  if (!fs.statSync(dir).isDirectory())
    throw new Error(`${dir} is a file. Move it somewhere else, or set DATA_DIR to a different folder.`)
  if (fs.readdirSync(dir).length === 0) return false
  const damaged = (file: string, problem: string) =>
    new Error(`The database is damaged: ${path.join(dir, file)} ${problem}. ${REMEDY}`)
  for (const file of ['PG_VERSION', 'global/pg_control', 'pg_wal']) {
    if (!fs.existsSync(path.join(dir, file))) throw damaged(file, 'is missing')
  }
  const control = fs.readFileSync(path.join(dir, 'global/pg_control'))
  if (control.length !== CONTROL_FILE_BYTES) {
    throw damaged('global/pg_control', control.length === 0 ? 'is empty' : `has ${control.length} bytes`)
  }
  const log = path.join('pg_wal', firstLogFile(control))
  if (!fs.existsSync(path.join(dir, log))) throw damaged(log, 'is missing')
  return true
}

/**
 * The log file that recovery begins with. The offsets are from PostgreSQL's ControlFileData, the name from
 * XLogFileName.
 */
function firstLogFile(control: Buffer): string {
  const redo = control.readBigUInt64LE(40)
  const timeline = control.readUInt32LE(48)
  const parts = [timeline, redo >> 32n, (redo & 0xffff_ffffn) / LOG_FILE_BYTES]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}
