// `npm run dev`: builds and serves, and repeats both after every source change.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import './load-env.mjs'

const root = path.join(import.meta.dirname, '..')
const rooms = ['availability', 'contract', 'sandbox', 'server', 'web']
const QUIET_MS = 150

let server = null
let timer = null
/** Whether a change waits for the server to end. */
let isRestarting = false
let isEnding = false

function start() {
  isRestarting = false
  const built = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) return
  server = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'dist/server/main.js')], {
    stdio: 'inherit',
  })
  server.once('exit', () => {
    server = null
    if (isEnding) process.exit(0)
    if (isRestarting) start()
  })
}

function restart() {
  if (!server) return start()
  isRestarting = true
  server.kill('SIGTERM')
}

for (const room of rooms) {
  fs.watch(path.join(root, room), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(restart, QUIET_MS)
  })
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isEnding = true
    if (!server) process.exit(0)
    server.kill('SIGTERM')
  })
}
start()
