import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens or creates a sandbox's own database; `:memory:` stores nothing on disk. Committed work survives a killed
 * process.
 */
export function openDatabase(dataFile: string, schema: string): DatabaseSync {
  if (dataFile !== ':memory:') mkdirSync(dirname(dataFile), { recursive: true })
  const db = new DatabaseSync(dataFile)
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  db.exec(schema)
  return db
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
