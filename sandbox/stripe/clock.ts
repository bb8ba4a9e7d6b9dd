import type { Store } from './store.ts'

/** The sandbox's time, in seconds since 1970: the real one, ahead by an offset. */
export interface Clock {
  now: () => number
  /** Moves the clock for good, up to a moment. */
  moveTo: (seconds: number) => void
  /** Has `work` see another moment: the one at which something fell due. */
  at: <T>(seconds: number, work: () => T) => T
}

/** A clock whose offset is kept. `real` gives milliseconds. */
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
