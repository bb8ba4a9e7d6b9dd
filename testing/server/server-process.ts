import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { MINUTE, SECOND } from '../../availability/units.ts'

/** The entry point of the built server. */
export const MAIN = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../dist/server/main.js' : '../../server/main.js',
)
/** As `npm start` runs it. */
const FLAGS = ['--enable-source-maps', '--max-semi-space-size=8']
const START_TIMEOUT_MS = MINUTE
/** Longer than a starting server takes to respond on a busy machine, and short enough to ask it again in time. */
const READY_TIMEOUT_MS = 10 * SECOND

/** The built server as a separate process, as in production. */
export interface ServerProcess {
  origin: string
  /** Kills the process; resolves once it has exited. */
  kill(signal?: NodeJS.Signals): Promise<number | null>
}

/** A process of the built server whose only environment is `env`. */
export const spawnServer = (env: Record<string, string>, flags: readonly string[]) =>
  spawn(process.execPath, [...flags, MAIN], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Starts the server on a port and waits until it responds. Throws with the server's output if it exits first. */
export async function startServer(
  port: number,
  env: Record<string, string>,
): Promise<ServerProcess & { pid: number }> {
  const child = spawnServer({ PORT: String(port), ...env }, FLAGS)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const origin = `http://localhost:${port}`
  const until = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const isReady = await answers(origin)
    // Something else on its port may have responded.
    if (child.exitCode !== null || (!isReady && Date.now() > until)) {
      child.kill('SIGKILL')
      throw new Error(`The server on port ${port} did not start:\n${printed}`)
    }
    if (isReady) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { origin, pid: child.pid!, kill: (signal = 'SIGKILL') => end(child, signal) }
}

function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  )
}

/** Whether there is a process with this id. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}
