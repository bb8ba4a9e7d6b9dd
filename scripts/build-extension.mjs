// `npm run build:extension`: builds the browser extension into dist/extension/ and makes the archives for the stores.
// With names of builds, it makes only those and no archives: `test` is what the tests load into Chromium.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'

const root = path.join(import.meta.dirname, '..')
const out = path.join(root, 'dist/extension')
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))

/** What Mozilla's reviewers need to build the same files. */
const sources = JSON.parse(fs.readFileSync(path.join(root, 'extension/sources.json'), 'utf8'))

const named = process.argv.slice(2)
const modes = named.length > 0 ? named : ['chrome', 'firefox']
for (const mode of modes) {
  build(mode)
  build(mode, { CONTENT_SCRIPT: '1' })
  fs.cpSync(path.join(root, 'extension/icons'), path.join(out, mode, 'icons'), { recursive: true })
  if (named.length === 0) archive(`${mode}.zip`, path.join(out, mode), [''])
}
if (named.length === 0) archive('firefox-sources.zip', root, sources)

function build(mode, env = {}) {
  const bin = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? 'vite.cmd' : 'vite')
  const args = ['build', '--config', 'extension/vite.config.ts', '--mode', mode, '--logLevel', 'warn']
  execFileSync(bin, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // Vite would take the name of a mode for React's.
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
}

/** The same content gives the same archive, whenever and wherever it is made. */
function archive(name, from, paths) {
  const files = {}
  const add = (file) => {
    const full = path.join(from, file)
    if (fs.statSync(full).isDirectory())
      for (const entry of fs.readdirSync(full).toSorted()) add(path.join(file, entry))
    else files[file.replaceAll(path.sep, '/')] = fs.readFileSync(full)
  }
  for (const one of paths) add(one)
  const file = path.join(out, `boomtime-${version}-${name}`)
  fs.writeFileSync(file, zipSync(files, { level: 9, mtime: new Date(1980, 0, 1, 12) }))
  console.log(path.relative(root, file))
}
