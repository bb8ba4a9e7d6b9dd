import { performance } from 'node:perf_hooks'
import { isOffered, offeredSlots, offeredStarts } from '../availability/slots.ts'
import { startOfDay, zoneTable } from '../availability/wall-time.ts'
import { monthQuery, sixtyDaysQuery } from './cases.ts'

const MONTH_LIMIT_MICROSECONDS = 25
const ROUNDS = 41
const ROUND_MILLISECONDS = 20

interface Figure {
  readonly case: string
  readonly slots: number
  readonly 'median µs': number
  readonly 'slowest µs': number
}

/** The time of one warm call. Each round averages many calls, and the first ten rounds aren't counted. */
function measure(name: string, slots: number, call: () => unknown): Figure {
  const rounds: number[] = []
  for (let round = -10; round < ROUNDS; round += 1) {
    const begin = performance.now()
    let calls = 0
    while (performance.now() - begin < ROUND_MILLISECONDS) {
      for (let i = 0; i < 50; i += 1) call()
      calls += 50
    }
    if (round >= 0) rounds.push(((performance.now() - begin) * 1_000) / calls)
  }
  rounds.sort((a, b) => a - b)
  return {
    case: name,
    slots,
    'median µs': rounded(rounds[(ROUNDS - 1) / 2]!),
    'slowest µs': rounded(rounds.at(-1)!),
  }
}

/** The one-time cost of a zone: its table and the requested block of days. Each zone here is new to the process. */
function measureNewZones(): Figure {
  const zones = Intl.supportedValuesOf('timeZone').filter(
    (zone) => zone.startsWith('America/') && zone !== 'America/New_York',
  )
  const times = zones.map((zone) => {
    const begin = performance.now()
    startOfDay(zoneTable(zone), 20_880)
    return (performance.now() - begin) * 1_000
  })
  times.sort((a, b) => a - b)
  return {
    case: 'a zone, the first time',
    slots: 0,
    'median µs': rounded(times[Math.floor(times.length / 2)]!),
    'slowest µs': rounded(times.at(-1)!),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** Measures the computation of slots and returns the limits it exceeds. */
export function measureSlots(): string[] {
  const month = monthQuery()
  const sixtyDays = sixtyDaysQuery()
  const monthStarts = offeredStarts(month)
  const sixtyDaysStarts = offeredStarts(sixtyDays)
  const middle = monthStarts[Math.floor(monthStarts.length / 2)]!

  const monthFigure = measure('a month: 1 range, 30 min, 40 busy', monthStarts.length, () =>
    offeredSlots(month),
  )
  console.table([
    monthFigure,
    measure('the same, starts alone', monthStarts.length, () => offeredStarts(month)),
    measure('60 days: 3 ranges, 15 min, 400 busy', sixtyDaysStarts.length, () => offeredSlots(sixtyDays)),
    measure('the same, starts alone', sixtyDaysStarts.length, () => offeredStarts(sixtyDays)),
    measure('one slot of the month, when booking', 1, () => isOffered(month, middle)),
    measureNewZones(),
  ])
  const took = monthFigure['median µs']
  if (took <= MONTH_LIMIT_MICROSECONDS) return []
  return [`The month took ${took} µs; the limit is ${MONTH_LIMIT_MICROSECONDS} µs`]
}
