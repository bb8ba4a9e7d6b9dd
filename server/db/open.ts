import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/** Opens the database and migrates it. Throws an Error with a text for people if it can't be used. */
export function openDatabase(
  where: { url: string; maxConnections?: number } | { dir: string },
): Promise<Database> {
  return 'url' in where ? openPostgres(where.url, where) : openEmbedded(where.dir)
}
