import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's result codes, of which each has variants that differ above the lowest byte. */
const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/**
 * Opens or creates a sandbox's own database; `:memory:` stores nothing on disk. Committed work survives a killed
 * process. Throws an Error for people if the file can't be used.
 */
export function openDatabase(dataFile: string, schema: string): DatabaseSync {
  if (dataFile !== ':memory:') mkdirSync(dirname(dataFile), { recursive: true })
  try {
    const db = new DatabaseSync(dataFile)
    db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
    db.exec(schema)
    // This writes, so that a file that may only be read is noticed now, not when the first mail is lost.
    db.exec('pragma user_version = 0')
    return db
  } catch (error) {
    const { errcode = 0, message } = error as { errcode?: number; message: string }
    const code = errcode & 0xff
    const problem = (text: string) => new Error(text, { cause: error })
    if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB)
      throw problem(`${dataFile} is damaged (${message}). Delete it to start with an empty sandbox.`)
    if (code === SQLITE_CANTOPEN || code === SQLITE_READONLY)
      throw problem(
        `Opening ${dataFile} failed (${message}). Change its permissions, or set DATA_DIR to a different folder.`,
      )
    throw error
  }
}

/** Runs `work` in a transaction. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
