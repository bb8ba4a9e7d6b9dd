import { spawn, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'

interface Group {
  child: ChildProcess
  /** What its processes have written to their output. */
  said: () => string
}

/** Starts a program in a process group of its own, so that the end of the test can end all of it. */
export function spawnGroup(
  program: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Group {
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // Everything has ended.
    }
  })
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  return { child, said: () => said }
}
