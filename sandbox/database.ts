import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's result codes. */
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
    return db
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    const problem = (text: string) => new Error(text, { cause: error })
    if (errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB)
      throw problem(`${dataFile} is damaged (${message}). Delete it to start with an empty sandbox.`)
    if (errcode === SQLITE_CANTOPEN)
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
