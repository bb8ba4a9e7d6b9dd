import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Opens (or makes) a sandbox's own database; `:memory:` keeps nothing. Committed work survives the process being killed. */
export function openDatabase(dataFile: string, schema: string): DatabaseSync {
  if (dataFile !== ':memory:') mkdirSync(dirname(dataFile), { recursive: true })
  const db = new DatabaseSync(dataFile)
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  db.exec(schema)
  return db
}

/** All of `work`, or none of it. */
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
