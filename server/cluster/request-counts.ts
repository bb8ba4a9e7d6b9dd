import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { MINUTE } from '../../availability/units.ts'
import type { SiblingMessages, Siblings } from './siblings.ts'

/** How late a process learns what its siblings were asked. */
const TELL_AFTER_MS = 200
const MAX_ADDRESSES = 5000
const WINDOW_MS = MINUTE

interface Window {
  /** By a clock that nobody sets: a window from before the machine's was set back would last until it caught up. */
  startedAt: number
  requests: number
}

/**
 * Counts the requests of each address to each route, here and at the siblings: a client reaches them all, so each alone
 * would allow too many, and a share for each too few where a proxy keeps using one connection.
 */
export function requestCounts(siblings: Siblings): FastifyRateLimitStoreCtor {
  const windowsByRoute = new Map<number, LRUCache<string, Window>>()
  let routes = 0
  let untold = new Map<string, SiblingMessages['requests'][number]>()

  /** Made when a route is first asked for, because each takes 100 kB, and most routes are rarely used. */
  function windowsOf(route: number): LRUCache<string, Window> {
    const windows = windowsByRoute.get(route) ?? new LRUCache<string, Window>({ max: MAX_ADDRESSES })
    windowsByRoute.set(route, windows)
    return windows
  }

  function add(route: number, address: string, requests: number): Window {
    const windows = windowsOf(route)
    const now = performance.now()
    let window = windows.get(address)
    if (!window || window.startedAt + WINDOW_MS <= now) {
      window = { startedAt: now, requests: 0 }
      windows.set(address, window)
    }
    window.requests += requests
    return window
  }

  function tellLater(route: number, address: string): void {
    if (siblings.count === 0) return
    if (untold.size === 0) setTimeout(tell, TELL_AFTER_MS).unref()
    const key = `${route} ${address}`
    const before = untold.get(key)?.[2] ?? 0
    untold.set(key, [route, address, before + 1])
  }

  function tell(): void {
    siblings.tell('requests', [...untold.values()])
    untold = new Map()
  }

  siblings.listen('requests', (counts) => {
    for (const [route, address, requests] of counts) add(route, address, requests)
  })

  return class Counts implements FastifyRateLimitStore {
    /** All processes register the same routes in the same order. */
    readonly #route = routes++

    incr(
      address: string,
      done: (error: Error | null, result: { current: number; ttl: number }) => void,
    ): void {
      const { startedAt, requests } = add(this.#route, address, 1)
      tellLater(this.#route, address)
      done(null, { current: requests, ttl: startedAt + WINDOW_MS - performance.now() })
    }

    child(): Counts {
      return new Counts()
    }
  }
}
