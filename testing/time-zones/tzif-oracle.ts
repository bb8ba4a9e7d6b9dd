import { DAY, HOUR } from '../../availability/units.ts'
// A second reader of compiled zones, which shares no code with the server's: slow and literal.

/** A zone's offset (milliseconds) at an instant (epoch milliseconds). */
export type OffsetAt = (instant: number) => number

/** Reads a TZif file of version 2 or later (RFC 9636). */
export function offsetsOf(file: Buffer): OffsetAt {
  const second = file.indexOf('TZif', 4)
  const counts = [20, 24, 28, 32, 36, 40].map((at) => file.readInt32BE(second + at))
  const [isUt, isStandard, leaps, times, types, characters] = counts as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const start = second + 44
  const at = Array.from(
    { length: times },
    (_, index) => 1000 * Number(file.readBigInt64BE(start + 8 * index)),
  )
  const kinds = start + 8 * times
  const offsets = kinds + times
  const offset = (type: number) => 1000 * file.readInt32BE(offsets + 6 * type)
  const end = offsets + 6 * types + characters + 12 * leaps + isStandard + isUt
  const lastRule = ruleOf(file.toString('latin1', end).trim())
  return (instant) => {
    if (instant >= (at.at(-1) ?? Number.NEGATIVE_INFINITY)) return lastRule(instant)
    const index = at.findLastIndex((change) => change <= instant)
    return offset(index < 0 ? 0 : file[kinds + index]!)
  }
}

/** `CET-1CEST,M3.5.0,M10.5.0/3` */
function ruleOf(text: string): OffsetAt {
  const [zone = '', start, end] = text.split(',')
  const [standard = 0, other] = [...zone.matchAll(/(?:<[^>]+>|[A-Za-z]+)([-+\d:]*)/g)].map(([, behind]) =>
    behind === '' ? undefined : -milliseconds(behind!),
  )
  if (start === undefined || end === undefined) return () => standard
  const summer = other ?? standard + HOUR
  const years = new Map<number, { at: number; offset: number }[]>()
  return (instant) => {
    const year = new Date(instant).getUTCFullYear()
    // Of this year and its neighbors.
    const changes =
      years.get(year) ??
      [year - 1, year, year + 1]
        .flatMap((each) => [
          { at: wallOf(start, each) - standard, offset: summer },
          { at: wallOf(end, each) - summer, offset: standard },
        ])
        .toSorted((one, another) => one.at - another.at)
    years.set(year, changes)
    return changes.findLast(({ at }) => at <= instant)!.offset
  }
}

/** `M10.5.0/3`: 3:00 on the last Sunday of October. */
function wallOf(text: string, year: number): number {
  const [date = '', time = '2'] = text.split('/')
  const [month = 0, week = 0, weekday = 0] = date.slice(1).split('.').map(Number)
  const days = Array.from(
    { length: 31 },
    (_, index) => new Date(Date.UTC(year, month - 1, index + 1)),
  ).filter((day) => day.getUTCMonth() === month - 1 && day.getUTCDay() === weekday)
  return (days[week - 1] ?? days.at(-1)!).getTime() + milliseconds(time)
}

function milliseconds(text: string): number {
  const [hours = '0', minutes = '0', seconds = '0'] = text.replace(/^[+-]/, '').split(':')
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return text.startsWith('-') ? -size : size
}

/** The instants in a period (epoch milliseconds) at which a zone's offset changes, to the second. */
export function changesOf(offsetAt: OffsetAt, from: number, to: number): number[] {
  const changes: number[] = []
  for (let day = from; day < to; day += DAY) {
    if (offsetAt(day) === offsetAt(day + DAY)) continue
    let [before, after] = [day, day + DAY]
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000
      if (offsetAt(middle) === offsetAt(before)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}
