import type { Store } from './store.ts'

/** The sandbox's time in epoch seconds: real time plus an offset. */
export interface Clock {
  now: () => number
  /** Advances the clock permanently to a given time. */
  moveTo: (seconds: number) => void
  /** Runs `work` at a different time: when its event was due. */
  at: <T>(seconds: number, work: () => T) => T
}

/** A clock with a stored offset. `real` returns milliseconds. */
export function createClock(store: Store, real: () => number): Clock {
  let pretended: number | undefined
  const realSeconds = () => Math.floor(real() / 1000)
  return {
    now: () => pretended ?? realSeconds() + Number(store.meta('offset') ?? 0),
    moveTo: (seconds) => store.setMeta('offset', String(seconds - realSeconds())),
    at(seconds, work) {
      pretended = seconds
      try {
        return work()
      } finally {
        pretended = undefined
      }
    },
  }
}
