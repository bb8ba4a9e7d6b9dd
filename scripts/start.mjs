// `npm start`: builds if needed, then runs the server, with the settings of a `.env` in this folder beside those it is
// given.
import { spawn } from 'node:child_process'
import path from 'node:path'
import './load-env.mjs'

const NEEDED = 26
const PARENT_CHECK_MS = 250
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `Boomtime needs Node ${NEEDED}, but this is ${process.version}. It doesn't include Node ${NEEDED} for ${process.platform} on ` +
      `${process.arch}. Install it from https://nodejs.org and run npm ci again.`,
  )
  process.exit(1)
}

// Read before the build, which takes a while.
const parent = process.ppid
const root = path.join(import.meta.dirname, '..')
const hasGroups = process.platform !== 'win32'
const build = spawn(process.execPath, [path.join(import.meta.dirname, 'build.mjs')], {
  stdio: 'inherit',
  // A group of its own, so that its steps end with it.
  detached: hasGroups,
})
/** Undefined during the build. */
let server
let isEnding = false
build.once('exit', (code) => {
  if (isEnding) process.exit(0)
  if (code !== 0) process.exit(code ?? 1)
  serve()
})
// Ctrl-C reaches the server directly, so this process only waits for it. SIGTERM has to be forwarded, and the end of the
// terminal doesn't reach the build.
process.on('SIGINT', () => {
  if (!server) end()
})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, end)
// npm passes a signal on to its shell, which ends without passing it on to this process.
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS).unref()
}

function end() {
  isEnding = true
  if (server) server.kill('SIGTERM')
  else if (hasGroups && build.pid !== undefined) process.kill(-build.pid, 'SIGTERM')
  else build.kill('SIGTERM')
}

function serve() {
  // With a young generation of the default size, the server keeps 50 MB more and is no faster.
  const flags = ['--enable-source-maps', '--max-semi-space-size=8']
  server = spawn(process.execPath, [...flags, path.join(root, 'dist/server/main.js')], {
    // The channel closes if this process is killed, and the server then stops.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
