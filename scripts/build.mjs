// Builds the project, unless no source has changed since the last build.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'

const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const stamp = path.join(dist, '.built')
const sources = [
  'availability',
  'contract',
  'server',
  'sandbox',
  'web',
  'testing',
  'bench',
  'tsconfig.base.json',
  'scripts',
]

if (isBuilt()) process.exit(0)
if (!['tsc', 'vite'].every((program) => fs.existsSync(programFile(program)))) {
  console.error('Boomtime has to be built, but the packages that build it are missing: run npm ci.')
  process.exit(1)
}
// One at a time: each removes what another has just built, whose stamp would then be wrong.
const { tryLock, waitForLock } = await import('fs-native-extensions')
fs.mkdirSync(dist, { recursive: true })
const lock = fs.openSync(path.join(dist, '.lock'), 'a+')
if (!tryLock(lock)) {
  console.log('Waiting for another build…')
  await waitForLock(lock)
}
if (isBuilt()) process.exit(0)
console.log('Building…')
const before = fingerprint()
fs.rmSync(stamp, { force: true })
const emptyDatabase = spawn(
  process.execPath,
  [path.join(import.meta.dirname, 'empty-database.mjs'), path.join(dist, 'server/db/empty-database.tar.gz')],
  { stdio: 'inherit' },
)
const madeEmptyDatabase = once(emptyDatabase, 'exit')
const rooms = ['availability', 'contract', 'sandbox', 'server', 'testing', 'bench']
run('tsc', '-b', ...rooms.map((room) => path.join(root, room)))
fs.cpSync(path.join(root, 'server/db/migrations'), path.join(dist, 'server/db/migrations'), {
  recursive: true,
})
execFileSync(process.execPath, [path.join(import.meta.dirname, 'bundle-packages.mjs')], { stdio: 'inherit' })
run('vite', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn')
run('vite', 'build', '--config', 'web/vite.public.config.ts', '--logLevel', 'warn')
run('vite', 'build', '--config', 'web/vite.public.config.ts', '--logLevel', 'warn', '--ssr')
compress(path.join(dist, 'web/host'))
compress(path.join(dist, 'web/public'))
const [code] = await madeEmptyDatabase
if (code !== 0) process.exit(1)
fs.writeFileSync(stamp, before)

/** `rm -r dist/*` leaves the stamp. */
function isBuilt() {
  const files = [
    stamp,
    ...['server/db/migrations', 'web/host', 'web/public'].map((name) => path.join(dist, name)),
  ]
  return files.every((file) => fs.existsSync(file)) && fs.readFileSync(stamp, 'utf8') === fingerprint()
}

function programFile(program) {
  return path.join(root, 'node_modules', '.bin', program + (process.platform === 'win32' ? '.cmd' : ''))
}

function run(program, ...args) {
  execFileSync(programFile(program), args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}

/** The inputs of the build: name, size and time of every source file, and the lock file, which `npm prune` rewrites. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  hash.update(fs.readFileSync(path.join(root, 'package-lock.json')))
  const walk = (file) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) for (const name of fs.readdirSync(file).toSorted()) walk(path.join(file, name))
    else hash.update(`${path.relative(root, file)} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const source of sources) walk(path.join(root, source))
  return hash.digest('hex')
}

/** Compresses files at the highest level once, because they are served many times. */
function compress(dir) {
  // Bundles are smaller in large blocks.
  const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_LGBLOCK]: 20 } }
  for (const entry of fs.readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|html|json)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = fs.readFileSync(file)
    if (content.length < 1024) continue
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(content, { level: 9 }))
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(content, brotliOptions))
  }
}
