import { setTimeout as delay } from 'node:timers/promises'

/** How long running work may take to end after `stop`. */
const STOP_TIMEOUT_MS = 5000

/** Work that a process does besides answering requests. */
export interface BackgroundTask {
  /** Looks for work now instead of at the next turn. */
  wake(): void
  /** Takes on nothing new and waits, up to a limit, for what is running. */
  stop(): Promise<void>
}

/** Calls `turn` over and over, never twice at once, with `pauseMs` in between or when woken. Errors are reported. */
export function repeat(
  turn: () => Promise<void>,
  pauseMs: number,
  report: (error: unknown) => void,
): BackgroundTask {
  const state = { stopping: false, woken: false }
  let wakeUp = () => {}

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const loop = async () => {
    while (!state.stopping) {
      state.woken = false
      await turn().catch(report)
      if (!state.woken && !state.stopping) await pause()
    }
  }
  const ended = loop()

  return {
    wake() {
      state.woken = true
      wakeUp()
    },
    async stop() {
      state.stopping = true
      wakeUp()
      await waitUpToLimit(ended)
    },
  }
}

interface WorkerPool<Task> {
  /** How many tasks run at once. */
  concurrency: number
  pauseMs: number
  /**
   * Claims up to `limit` due tasks, so that no other process does them. `running` are this pool's own: a claim that has
   * expired, as on a machine that slept, must not start one of them a second time.
   */
  claim: (limit: number, running: readonly Task[]) => Promise<Task[]>
  /** Does one task; errors are reported. */
  work: (task: Task) => Promise<void>
  /** Gives up the claim on a task that didn't end in time. */
  release?: (task: Task) => Promise<void>
  report: (error: unknown) => void
}

/** Does due tasks, up to `concurrency` at once: a slow one blocks nothing but its own place. */
export function workerPool<Task>({
  concurrency,
  pauseMs,
  claim,
  work,
  release,
  report,
}: WorkerPool<Task>): BackgroundTask {
  const running = new Map<Task, Promise<void>>()
  const start = (task: Task) => {
    const done = work(task)
      .catch(report)
      .finally(() => {
        running.delete(task)
        loop.wake()
      })
    running.set(task, done)
  }
  const turn = async () => {
    const limit = concurrency - running.size
    if (limit > 0) for (const task of await claim(limit, [...running.keys()])) start(task)
  }
  const loop = repeat(turn, pauseMs, report)
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await waitUpToLimit(Promise.all(running.values()))
      if (release) await Promise.all([...running.keys()].map(release))
    },
  }
}

async function waitUpToLimit(ended: Promise<unknown>): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([ended, delay(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}
