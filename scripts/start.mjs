// `npm start`: builds if needed, then runs the server, with the settings of a `.env` in this folder beside those it is
// given.
import { spawn, spawnSync } from 'node:child_process'
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
const built = spawnSync(process.execPath, [path.join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

// With a young generation of the default size, the server keeps 50 MB more and is no faster.
const flags = ['--enable-source-maps', '--max-semi-space-size=8']
const server = spawn(process.execPath, [...flags, path.join(root, 'dist/server/main.js')], {
  // The channel closes if this process is killed, and the server then stops.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// Ctrl-C reaches the server directly, so this process only waits for it. SIGTERM has to be forwarded.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && server.kill(signal))
// npm passes a signal on to its shell, which ends without passing it on to this process.
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), PARENT_CHECK_MS).unref()
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
