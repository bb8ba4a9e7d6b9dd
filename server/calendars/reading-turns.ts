import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'

const host = new AsyncLocalStorage<string>()

/** Runs `act`. What it calls in `Turns` counts as this host's. */
export const onBehalfOf = <Result>(hostId: string, act: () => Promise<Result>): Promise<Result> =>
  host.run(hostId, act)

interface TurnsOptions {
  /** How many calls run at once. At least 2. */
  limit: number
  /** A host whose last call took longer than this is slow. */
  slowMs: number
  now?: () => number
}

/**
 * Shares a few threads among hosts: they take turns, each has one call running at a time, and slow hosts leave one
 * place free for the others.
 */
export class Turns {
  readonly #options: Required<TurnsOptions>
  /** Each host's calls. The host whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>()
  readonly #running = new Set<string>()
  readonly #slow = new LRUCache<string, true>({ max: 10_000 })

  constructor({ now = () => performance.now(), ...options }: TurnsOptions) {
    this.#options = { ...options, now }
  }

  run<Result>(call: () => Promise<Result>): Promise<Result> {
    const hostId = host.getStore() ?? ''
    return new Promise((resolve, reject) => {
      const calls = this.#waiting.get(hostId) ?? []
      calls.push(AsyncLocalStorage.bind(() => call().then(resolve, reject)))
      this.#waiting.set(hostId, calls)
      this.#startNext()
    })
  }

  #startNext(): void {
    for (const [hostId, calls] of this.#waiting) {
      if (!this.#mayStart(hostId)) continue
      void this.#start(hostId, calls.shift()!)
      if (calls.length === 0) this.#waiting.delete(hostId)
    }
  }

  #mayStart(hostId: string): boolean {
    const running = [...this.#running]
    if (running.length === this.#options.limit || this.#running.has(hostId)) return false
    return (
      !this.#slow.has(hostId) || running.filter((one) => this.#slow.has(one)).length < this.#options.limit - 1
    )
  }

  async #start(hostId: string, call: () => Promise<void>): Promise<void> {
    const { now, slowMs } = this.#options
    const startedAt = now()
    this.#running.add(hostId)
    await call()
    this.#running.delete(hostId)
    const later = this.#waiting.get(hostId)
    if (later) {
      this.#waiting.delete(hostId)
      this.#waiting.set(hostId, later)
    }
    if (now() - startedAt > slowMs) this.#slow.set(hostId, true)
    else this.#slow.delete(hostId)
    this.#startNext()
  }
}
