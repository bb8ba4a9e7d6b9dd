// Makes the database that a new installation starts with: what PostgreSQL's initdb creates, compressed. initdb takes
// five seconds of processor time in WebAssembly, so it runs once for each version of PGlite instead of at each first start.
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const [target] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '..')
const { version } = JSON.parse(
  fs.readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
)
const cached = path.join(root, `node_modules/.cache/empty-database-${version}.tar.gz`)
if (!fs.existsSync(cached)) {
  const lite = await PGlite.create()
  await lite.exec('CHECKPOINT')
  const archive = await lite.dumpDataDir('gzip')
  await lite.close()
  fs.mkdirSync(path.dirname(cached), { recursive: true })
  fs.writeFileSync(`${cached}.new`, await archive.bytes())
  fs.renameSync(`${cached}.new`, cached)
}
fs.mkdirSync(path.dirname(target), { recursive: true })
fs.copyFileSync(cached, target)
