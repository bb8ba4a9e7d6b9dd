import { setTimeout as delay } from 'node:timers/promises'

/** How long what is under way may take to end. */
const STOP_MS = 5000

/** Work that goes on beside the requests of a process. */
export interface Background {
  /** Looks for work now, rather than at the next turn. */
  wake(): void
  /** Takes nothing new on and waits, not for ever, for what is under way. */
  stop(): Promise<void>
}

/**
 * Calls `turn` again and again, never twice at once, with `pauseMs` between or when woken. A turn that throws is reported.
 */
export function repeat(
  turn: () => Promise<void>,
  pauseMs: number,
  report: (error: unknown) => void,
): Background {
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
      await inTime(ended)
    },
  }
}

interface Crew<Task> {
  atOnce: number
  pauseMs: number
  /** Takes up to `room` tasks that are due, so that nobody else does them. */
  claim: (room: number) => Promise<Task[]>
  /** Does one; what it throws is reported. */
  work: (task: Task) => Promise<void>
  /** Leaves a task that did not end in time to somebody else. */
  handBack?: (task: Task) => Promise<void>
  report: (error: unknown) => void
}

/** Does what is due, up to `atOnce` at a time; a slow task holds up its own place alone. */
export function crew<Task>({ atOnce, pauseMs, claim, work, handBack, report }: Crew<Task>): Background {
  const inHand = new Map<Task, Promise<void>>()
  const begin = (task: Task) => {
    const done = work(task)
      .catch(report)
      .finally(() => {
        inHand.delete(task)
        loop.wake()
      })
    inHand.set(task, done)
  }
  const turn = async () => {
    const room = atOnce - inHand.size
    if (room > 0) for (const task of await claim(room)) begin(task)
  }
  const loop = repeat(turn, pauseMs, report)
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await inTime(Promise.all(inHand.values()))
      if (handBack) await Promise.all([...inHand.keys()].map(handBack))
    },
  }
}

async function inTime(ended: Promise<unknown>): Promise<void> {
  const patience = new AbortController()
  await Promise.race([ended, delay(STOP_MS, undefined, { signal: patience.signal }).catch(() => {})])
  patience.abort()
}
