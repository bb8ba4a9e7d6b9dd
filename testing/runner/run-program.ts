import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const IS_WINDOWS = process.platform === 'win32'
/** How long a program that is ended may clean up before it is killed. */
const GRACE_MS = 5000

export interface ProgramRun {
  isOk: boolean
  timedOut: boolean
}

export interface ProgramOptions {
  /** After this time, the program and everything it started are ended. */
  limitMs: number
  env?: Record<string, string>
}

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) signalGroup(child, signal)
    process.exit(1)
  })

/** Runs a program from node_modules, or Node.js, in a process group of its own. */
export function runProgram(
  program: string,
  args: string[],
  { limitMs, env = {} }: ProgramOptions,
): Promise<ProgramRun> {
  const bin = program === 'node' ? process.execPath : path.join(ROOT, 'node_modules', '.bin', program)
  const child = spawn(IS_WINDOWS && program !== 'node' ? `${bin}.cmd` : bin, args, {
    cwd: ROOT,
    // A group in the background can't read from a terminal.
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: IS_WINDOWS,
    detached: !IS_WINDOWS,
  })
  running.add(child)
  return new Promise((resolve) => {
    let timedOut = false
    let killing: NodeJS.Timeout | undefined
    const limit = setTimeout(() => {
      timedOut = true
      signalGroup(child, 'SIGTERM')
      killing = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
    }, limitMs)
    const end = (isOk: boolean) => {
      clearTimeout(limit)
      clearTimeout(killing)
      running.delete(child)
      // What it left behind would disturb the next step.
      signalGroup(child, 'SIGKILL')
      resolve({ isOk: isOk && !timedOut, timedOut })
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
  })
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(IS_WINDOWS ? pid : -pid, signal)
  } catch {
    // It has ended.
  }
}
