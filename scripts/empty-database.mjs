// Makes the database that a new installation starts with, compressed: what PostgreSQL's initdb creates, with all
// migrations. In WebAssembly, this takes eight seconds of processor time, so it happens in the build instead of at each
// first start.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'

const [target] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '..')
const migrationsFolder = path.join(root, 'server/db/migrations')
const cache = path.join(root, 'node_modules/.cache')
const cached = path.join(cache, `empty-database-${fingerprint()}.tar.gz`)
if (!fs.existsSync(cached)) {
  const lite = await PGlite.create({ extensions: { btree_gin, btree_gist, pg_trgm } })
  await migrate(drizzle(lite), { migrationsFolder })
  await lite.exec('CHECKPOINT')
  const archive = await lite.dumpDataDir('gzip')
  await lite.close()
  fs.mkdirSync(cache, { recursive: true })
  for (const name of fs.readdirSync(cache))
    if (name.startsWith('empty-database-')) fs.rmSync(path.join(cache, name))
  fs.writeFileSync(`${cached}.new`, await archive.bytes())
  fs.renameSync(`${cached}.new`, cached)
}
fs.mkdirSync(path.dirname(target), { recursive: true })
fs.copyFileSync(cached, target)

/** Of PGlite and of the migrations. */
function fingerprint() {
  const hash = createHash('sha256')
  hash.update(fs.readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const entry of fs.readdirSync(migrationsFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      hash.update(entry.name).update(fs.readFileSync(path.join(entry.parentPath, entry.name)))
  return hash.digest('hex').slice(0, 16)
}
