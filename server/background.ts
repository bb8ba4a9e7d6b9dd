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
 * Calls `turn` again and again, never twice at once: at once while it says there is more to do, else after `pauseMs` or when
 * woken. A turn that throws is reported and counts as nothing to do.
 */
export function repeat(
  turn: () => Promise<boolean>,
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
      const more = await turn().catch((error: unknown) => {
        report(error)
        return false
      })
      if (!more && !state.woken && !state.stopping) await pause()
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
      const patience = new AbortController()
      const enough = delay(STOP_MS, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([ended, enough])
      patience.abort()
    },
  }
}
