import { performance } from 'node:perf_hooks'
import type { Interval } from '../availability/interval.ts'
import { isOffered, offeredStarts } from '../availability/slots.ts'
import { startOfDay } from '../availability/wall-time.ts'
import { zoneTable } from '../contract/time/time-zones.ts'
import { slotView } from '../server/bookings/slots/list-slots.ts'
import { rulesOf } from '../server/bookings/slots/read-slot-rules.ts'
import { monthRequest, ruledMonthRequest, sixtyDaysRequest, type SlotRequest } from './cases.ts'

/** 10 µs for the month, 15 µs with every rule: the yardstick takes 23 µs on an idle core in 2026. */
const MONTH_LIMIT_YARDSTICKS = 0.43
const RULED_MONTH_LIMIT_YARDSTICKS = 0.65
const WARM_UP_ROUNDS = 4
const ROUNDS = 61
const ROUND_MS = 60

interface Figure {
  readonly case: string
  readonly slots: number
  readonly 'median µs': number
  readonly 'slowest µs': number
  readonly 'fastest µs': number
  /** Relative to the yardstick, which slows down under load as well. */
  readonly yardsticks: number
}

/**
 * The yardstick does what the engine does, so that a shared core slows both down alike: it makes small objects,
 * collects them in a list and goes through it with branches that depend on the values.
 */
function yardstick(): number {
  const intervals: Interval[] = []
  let state = 1
  for (let n = 0; n < 800; n += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    intervals.push({ start: state / 4, end: state / 4 + 600_000 })
  }
  const apart: number[] = []
  let last: Interval = { start: 0, end: 0 }
  for (const next of intervals) {
    if (next.start < last.end && next.end >= last.start) continue
    apart.push(next.start)
    last = next
  }
  return apart.length
}

/**
 * The time of one warm call. Each round averages many calls, next to a round of the yardstick. What else the machine
 * does only adds time, so the fastest rounds of both are compared.
 */
function measure(name: string, slots: number, call: () => unknown): Figure {
  const rounds = Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, () => ({
    time: meanTime(call),
    reference: meanTime(yardstick),
  })).slice(WARM_UP_ROUNDS)
  const times = rounds.map(({ time }) => time)
  const references = rounds.map(({ reference }) => reference)
  return {
    case: name,
    slots,
    'median µs': rounded(median(times)),
    'slowest µs': rounded(Math.max(...times)),
    'fastest µs': rounded(Math.min(...times)),
    yardsticks: rounded(Math.min(...times) / Math.min(...references)),
  }
}

/** The microseconds that one call keeps this thread busy. */
function meanTime(call: () => unknown): number {
  const before = threadTime()
  const start = performance.now()
  let calls = 0
  while (performance.now() - start < ROUND_MS) {
    for (let i = 0; i < 20; i += 1) call()
    calls += 20
  }
  return (threadTime() - before) / calls
}

/** In microseconds, without the times when the thread waited for a core. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** The one-time cost of a zone: its table and the requested block of days. Each zone here is new to the process. */
function measureNewZones(): Omit<Figure, 'fastest µs' | 'yardsticks'> {
  const zones = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone.startsWith('America/') && zone !== 'America/New_York',
  )
  const times = zones.map((zone) => {
    const begin = performance.now()
    startOfDay(zoneTable(zone), 20_880)
    return (performance.now() - begin) * 1_000
  })
  return {
    case: 'a zone, the first time',
    slots: 0,
    'median µs': rounded(median(times)),
    'slowest µs': rounded(Math.max(...times)),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** Like the server does from an event's row, including parsing the weekly hours. */
const startsOf = ({ event, host, limits, busy, now, range }: SlotRequest) =>
  offeredStarts({ ...rulesOf({ event, host, duration: event.duration }, busy, now), limits, range })

const answerOf = (request: SlotRequest) =>
  JSON.stringify(startsOf(request).map((start) => slotView(start, request.event.duration)))

/** Measures the computation of slots and returns the limits it exceeds. */
export function measureSlots(): string[] {
  const month = monthRequest()
  const ruledMonth = ruledMonthRequest()
  const sixtyDays = sixtyDaysRequest()
  const monthStarts = startsOf(month)
  const ruledStarts = startsOf(ruledMonth)
  const sixtyDaysStarts = startsOf(sixtyDays)
  const middle = monthStarts[Math.floor(monthStarts.length / 2)]!

  const monthFigure = measure('a month: 1 range, 30 min, 40 busy', monthStarts.length, () => startsOf(month))
  const ruledFigure = measure('the same with overrides, holidays and limits', ruledStarts.length, () =>
    startsOf(ruledMonth),
  )
  console.table([
    monthFigure,
    ruledFigure,
    measure('the month as JSON', monthStarts.length, () => answerOf(month)),
    measure('60 days: 3 ranges, 15 min, 400 busy', sixtyDaysStarts.length, () => startsOf(sixtyDays)),
    measure('the same, as JSON', sixtyDaysStarts.length, () => answerOf(sixtyDays)),
    measure('one slot of the month, when booking', 1, () =>
      isOffered(
        rulesOf(
          { event: month.event, host: month.host, duration: month.event.duration },
          month.busy,
          month.now,
        ),
        middle,
      ),
    ),
    measureNewZones(),
  ])
  return [
    ...exceeded('The month', monthFigure, MONTH_LIMIT_YARDSTICKS),
    ...exceeded('The month with every rule', ruledFigure, RULED_MONTH_LIMIT_YARDSTICKS),
  ]
}

const exceeded = (what: string, { yardsticks }: Figure, limit: number) =>
  yardsticks <= limit ? [] : [`${what} took ${yardsticks} yardsticks; the limit is ${limit}`]
