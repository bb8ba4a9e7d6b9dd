import { HOUR, MINUTE, SECOND } from '../availability/units.ts'
import { backoffAfter } from '../server/calendars/mirror/backoff.ts'
import { createCallBudget } from '../server/calendars/mirror/call-budget.ts'
import { reservedForInactive } from '../server/calendars/mirror/claim-mirrors.ts'
import { MIN_BATCH, POLL_CONCURRENCY } from '../server/calendars/mirror/poll.ts'
import { nextPollAt, notificationDelayMs } from '../server/calendars/mirror/schedule.ts'
import { CalendarError } from '../server/adapters/calendar-provider.ts'
import { randomNumbers } from './cases.ts'

const TICK_MS = 100
const BASE_MS = MINUTE
/** After this, the most that any process does alone no longer shapes the figures. */
const WARM_UP_MS = 10 * MINUTE
const SAMPLES_PER_MINUTE = 400
const RATE_LIMITED = new CalendarError('rate_limited', 'The quota is used up')

export interface Scenario {
  name: string
  /** The provider's quota for any 60 seconds. */
  callsPerMinute: number
  processes: number
  durationMs: number
  /** Calls for bookings, pages, calendar entries and channels. */
  otherCallsPerMinute: number
  changesPerCalendarAndDay: number
  classes: readonly CalendarClass[]
}

export interface CalendarClass {
  name: string
  calendars: number
  isUsed: boolean
  isActive: boolean
  isNotified: boolean
}

export interface ClassFigures {
  name: string
  calendars: number
  pollsPerMinute: number
  /** Time since the last sync, in seconds. */
  p50Age: number
  p95Age: number
  /** Time from a change in the calendar until it is in the mirror, in seconds. */
  p95Change: number
}

export interface SimulationFigures {
  classes: ClassFigures[]
  /** The most polls in a minute of the clock, and the most calls of all kinds in any 60 seconds. */
  mostPolls: number
  mostCalls: number
  refused: number
  leasesPerMinute: number
}

/**
 * Plays the polling of many calendars in virtual time: the server's own schedule, budget and backoff decide, against a
 * provider with a latency and a quota for any 60 seconds. Calendars that are due wait in order, like in the database.
 */
export async function simulatePolling(scenario: Scenario): Promise<SimulationFigures> {
  const random = randomNumbers(20_270_104)
  const { classes, durationMs } = scenario
  const total = classes.reduce((sum, { calendars }) => sum + calendars, 0)
  const classOf = new Uint8Array(total)
  const syncedAt = new Float64Array(total)
  const nextAt = new Float64Array(total)
  /** The oldest change that the mirror lacks; 0 if there is none. */
  const changedAt = new Float64Array(total)
  const queues = { active: createQueue(durationMs, nextAt), inactive: createQueue(durationMs, nextAt) }
  const provider = createProvider(scenario.callsPerMinute)
  const polls = new Uint32Array(classes.length)
  const pollsByMinute = new Uint32Array(Math.ceil(durationMs / MINUTE))
  const ages = classes.map(() => [] as number[])
  const delays = classes.map(() => [] as number[])
  let now = 0
  const schedule = (calendar: number, at: number) => {
    const { isActive } = classes[classOf[calendar]!]!
    queues[isActive ? 'active' : 'inactive'].schedule(calendar, at)
  }

  const nextOf = (calendar: number) => {
    const { isUsed, isActive, isNotified } = classes[classOf[calendar]!]!
    return nextPollAt({ isUsed, isActive, notifiedUntil: isNotified ? Infinity : null }, now, BASE_MS)
  }
  let first = 0
  classes.forEach(({ calendars }, index) => {
    for (let calendar = first; calendar < first + calendars; calendar++) {
      classOf[calendar] = index
      const interval = nextOf(calendar)
      const elapsed = interval === Infinity ? 0 : random() * interval
      syncedAt[calendar] = -elapsed
      schedule(calendar, interval - elapsed)
    }
    first += calendars
  })

  const leased = new Map<number, number>()
  let leases = 0
  const lease = (windowStart: number, calls: number) => {
    leases++
    const sum = (leased.get(windowStart) ?? 0) + calls
    leased.set(windowStart, sum)
    return Promise.resolve(sum)
  }
  const processes = Array.from({ length: scenario.processes }, () => ({
    running: 0,
    budget: createCallBudget({ callsPerMinute: scenario.callsPerMinute, now: () => now, lease }),
  }))
  type Process = (typeof processes)[number]
  const finishing = new Map<number, { calendar: number; process: Process; startedAt: number }[]>()

  const startPoll = (calendar: number, process: Process) => {
    process.running++
    schedule(calendar, nextOf(calendar))
    if (now >= WARM_UP_MS) polls[classOf[calendar]!]!++
    pollsByMinute[Math.floor(now / MINUTE)]!++
    if (!provider.accepts(now)) {
      process.running--
      schedule(calendar, now + backoffAfter(1, RATE_LIMITED, random()).pollMs)
      return
    }
    const end = now + TICK_MS * Math.ceil(latencyMs(random) / TICK_MS)
    const ended = finishing.get(end) ?? []
    finishing.set(end, ended)
    ended.push({ calendar, process, startedAt: now })
  }
  const finishPolls = () => {
    for (const { calendar, process, startedAt } of finishing.get(now) ?? []) {
      process.running--
      syncedAt[calendar] = startedAt
      const change = changedAt[calendar]!
      if (change === 0 || change > startedAt) continue
      if (now >= WARM_UP_MS) delays[classOf[calendar]!]!.push((now - change) / SECOND)
      changedAt[calendar] = 0
    }
    finishing.delete(now)
  }
  const changeCalendar = () => {
    const calendar = Math.floor(random() * total)
    const { isNotified, isActive, isUsed } = classes[classOf[calendar]!]!
    if (!isUsed) return
    changedAt[calendar] ||= now
    if (!isNotified) return
    const soon = Math.max(now, syncedAt[calendar]! + notificationDelayMs(isActive))
    if (nextAt[calendar]! > soon) schedule(calendar, soon)
  }

  const changesPerTick = (total * scenario.changesPerCalendarAndDay * TICK_MS) / (24 * HOUR)
  const otherPerTick = (scenario.otherCallsPerMinute * TICK_MS) / MINUTE
  for (; now < durationMs; now += TICK_MS) {
    finishPolls()
    for (let count = randomCount(changesPerTick, random); count > 0; count--) changeCalendar()
    for (let count = randomCount(otherPerTick, random); count > 0; count--) provider.accepts(now)
    queues.active.advance(now)
    queues.inactive.advance(now)
    for (const process of processes) {
      const free = POLL_CONCURRENCY - process.running
      if (free < MIN_BATCH) continue
      const allowed = await process.budget.take(free)
      const due = queues.inactive.take(reservedForInactive(allowed, random()))
      due.push(...queues.active.take(allowed - due.length))
      due.push(...queues.inactive.take(allowed - due.length))
      process.budget.giveBack(allowed - due.length)
      for (const calendar of due) startPoll(calendar, process)
    }
    if (now >= WARM_UP_MS && now % MINUTE === 0) {
      for (let sample = 0; sample < SAMPLES_PER_MINUTE; sample++) {
        let from = 0
        classes.forEach(({ calendars, isUsed }, index) => {
          const calendar = from + Math.floor(random() * calendars)
          if (isUsed) ages[index]!.push((now - syncedAt[calendar]!) / SECOND)
          from += calendars
        })
      }
    }
  }

  // Changes that are still missing count with their delay so far.
  for (let calendar = 0; calendar < total; calendar++) {
    const change = changedAt[calendar]!
    if (change >= WARM_UP_MS) delays[classOf[calendar]!]!.push((now - change) / SECOND)
  }
  return {
    classes: classes.map(({ name, calendars }, index) => ({
      name,
      calendars,
      pollsPerMinute: Math.round(polls[index]! / ((durationMs - WARM_UP_MS) / MINUTE)),
      p50Age: percentile(ages[index]!, 0.5),
      p95Age: percentile(ages[index]!, 0.95),
      p95Change: percentile(delays[index]!, 0.95),
    })),
    mostPolls: Math.max(...pollsByMinute),
    mostCalls: provider.mostCalls(),
    refused: provider.refused(),
    leasesPerMinute: Math.round(leases / (durationMs / MINUTE)),
  }
}

/** Calendars by the second in which they are due, and those that are due in order. */
function createQueue(durationMs: number, nextAt: Float64Array) {
  const bySecond: number[][] = Array.from({ length: durationMs / SECOND + 2 }, () => [])
  const second = (at: number) => Math.max(0, Math.ceil(at / SECOND))
  const isWaiting = new Uint8Array(nextAt.length)
  let reached = 0
  let due: number[] = []
  let taken = 0
  return {
    schedule(calendar: number, at: number) {
      nextAt[calendar] = at
      if (at === Infinity || isWaiting[calendar]) return
      bySecond[Math.max(reached, second(at))]?.push(calendar)
    },
    advance(now: number) {
      for (; reached * SECOND <= now; reached++) {
        for (const calendar of bySecond[reached]!) {
          // Scheduled for another time since.
          if (isWaiting[calendar] || second(nextAt[calendar]!) > reached) continue
          isWaiting[calendar] = 1
          due.push(calendar)
        }
        bySecond[reached] = []
      }
    },
    take(limit: number): number[] {
      const found = due.slice(taken, taken + limit)
      taken += found.length
      if (taken > 100_000) {
        due = due.slice(taken)
        taken = 0
      }
      for (const calendar of found) isWaiting[calendar] = 0
      return found
    },
  }
}

/** Refuses calls beyond its quota for any 60 seconds. */
function createProvider(callsPerMinute: number) {
  const ticks = MINUTE / TICK_MS
  const calls = new Uint32Array(ticks)
  let sum = 0
  let most = 0
  let refused = 0
  let last = 0
  return {
    accepts(now: number): boolean {
      const tick = now / TICK_MS
      for (; last < tick; last++) {
        sum -= calls[(last + 1) % ticks]!
        calls[(last + 1) % ticks] = 0
      }
      if (sum >= callsPerMinute) {
        refused++
        return false
      }
      calls[tick % ticks]!++
      most = Math.max(most, ++sum)
      return true
    },
    mostCalls: () => most,
    refused: () => refused,
  }
}

/** Mostly 100 to 300 ms; one call in a hundred takes two seconds. */
const latencyMs = (random: () => number) => (random() < 0.01 ? 2000 : 100 + 200 * random())

/** A whole number whose mean is `mean`. */
const randomCount = (mean: number, random: () => number) => Math.floor(mean + random())

function percentile(values: number[], part: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10
}
