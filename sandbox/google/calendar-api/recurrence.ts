/// <reference lib="esnext.temporal" preserve="true" />
import { invalid } from '../errors.ts'

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const PARTS = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'WKST'])
/** When to give up on an endless rule that yields nothing more. */
const MAX_PERIODS = 20_000

/** The recurrence of an entry. Weekdays count from 1 (Monday) to 7. */
export interface Recurrence {
  frequency: (typeof FREQUENCIES)[number]
  interval: number
  count: number | undefined
  /** The last wall time or instant at which an instance may start. */
  until: { wall: Temporal.PlainDateTime } | { ms: number } | undefined
  byDay: { ordinal: number; weekday: number }[]
  byMonthDay: number[]
  weekStart: number
  exceptWall: Set<string>
  exceptMs: Set<number>
}

/** Parses RRULE and EXDATE lines (RFC 5545); 400 for anything the sandbox can't expand. */
export function parseRecurrence(lines: readonly string[]): Recurrence {
  const rules = lines.filter((line) => line.startsWith('RRULE:'))
  const exceptions = lines.filter((line) => /^EXDATE[;:]/.test(line))
  if (rules.length !== 1 || rules.length + exceptions.length !== lines.length) throw badRule()
  const parts = new Map(
    rules[0]!
      .slice('RRULE:'.length)
      .split(';')
      .map((part): [string, string] => [part.split('=')[0]!, part.split('=')[1] ?? '']),
  )
  if ([...parts.keys()].some((part) => !PARTS.has(part))) throw badRule()
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'))
  if (!frequency) throw badRule()
  const until = parts.get('UNTIL')
  return {
    frequency,
    interval: wholeNumber(parts.get('INTERVAL') ?? '1'),
    count: parts.has('COUNT') ? wholeNumber(parts.get('COUNT')!) : undefined,
    until: until === undefined ? undefined : parseUntil(until),
    byDay: list(parts.get('BYDAY')).map(parseByDay),
    byMonthDay: list(parts.get('BYMONTHDAY')).map(
      (day) => (day.startsWith('-') ? -1 : 1) * wholeNumber(day.replace('-', '')),
    ),
    weekStart: DAYS.indexOf(parts.get('WKST') ?? 'MO') + 1 || 1,
    ...parseExceptions(exceptions),
  }
}

/**
 * The wall times at which a recurring entry starts, ascending, up to `endMs`. The wall time stays the same across
 * clock changes, and a skipped one moves forward. `zone` is the zone of the entry's start.
 */
export function* occurrences(
  start: Temporal.PlainDateTime,
  zone: string,
  rule: Recurrence,
  endMs: number,
): Generator<{ wall: Temporal.PlainDateTime; ms: number }> {
  let counted = 0
  for (let period = 0; period < MAX_PERIODS; period++) {
    const { from, days } = periodOf(start.toPlainDate(), rule, period)
    if (from.toZonedDateTime(zone).epochMilliseconds >= endMs) return
    for (const day of days) {
      const wall = day.toPlainDateTime(start.toPlainTime())
      if (Temporal.PlainDateTime.compare(wall, start) < 0) continue
      const { epochMilliseconds: ms } = wall.toZonedDateTime(zone)
      if (ms >= endMs || isPast(rule, wall, ms) || counted === rule.count) return
      counted++
      if (!rule.exceptMs.has(ms) && !rule.exceptWall.has(wall.toString())) yield { wall, ms }
    }
  }
}

function periodOf(
  start: Temporal.PlainDate,
  rule: Recurrence,
  period: number,
): { from: Temporal.PlainDate; days: Temporal.PlainDate[] } {
  const step = period * rule.interval
  if (rule.frequency === 'DAILY') {
    const day = start.add({ days: step })
    const fits = rule.byDay.length === 0 || rule.byDay.some(({ weekday }) => weekday === day.dayOfWeek)
    return { from: day, days: fits ? [day] : [] }
  }
  if (rule.frequency === 'WEEKLY') {
    const from = start.subtract({ days: (start.dayOfWeek - rule.weekStart + 7) % 7 }).add({ weeks: step })
    const weekdays = rule.byDay.length > 0 ? rule.byDay.map(({ weekday }) => weekday) : [start.dayOfWeek]
    const offsets = [...new Set(weekdays.map((day) => (day - rule.weekStart + 7) % 7))]
    return { from, days: offsets.toSorted((a, b) => a - b).map((days) => from.add({ days })) }
  }
  const from = start.with({ day: 1 }).add(rule.frequency === 'MONTHLY' ? { months: step } : { years: step })
  return { from, days: daysOfMonth(from, start.day, rule) }
}

function daysOfMonth(from: Temporal.PlainDate, startDay: number, rule: Recurrence): Temporal.PlainDate[] {
  const all = Array.from({ length: from.daysInMonth }, (_, days) => from.add({ days }))
  if (rule.byDay.length > 0) {
    return all.filter((day) =>
      rule.byDay.some(({ ordinal, weekday }) => {
        const nth = Math.ceil(day.day / 7)
        const nthLast = -Math.ceil((day.daysInMonth - day.day + 1) / 7)
        return day.dayOfWeek === weekday && (ordinal === 0 || ordinal === nth || ordinal === nthLast)
      }),
    )
  }
  const wanted = rule.byMonthDay.length > 0 ? rule.byMonthDay : [startDay]
  return all.filter((day) => wanted.includes(day.day) || wanted.includes(day.day - day.daysInMonth - 1))
}

function isPast(rule: Recurrence, wall: Temporal.PlainDateTime, ms: number): boolean {
  if (!rule.until) return false
  return 'ms' in rule.until ? ms > rule.until.ms : Temporal.PlainDateTime.compare(wall, rule.until.wall) > 0
}

function parseUntil(until: string): NonNullable<Recurrence['until']> {
  if (/^\d{8}T\d{6}Z$/.test(until)) return { ms: basicInstant(until) }
  if (/^\d{8}$/.test(until)) return { wall: basicWall(`${until}T235959`) }
  if (/^\d{8}T\d{6}$/.test(until)) return { wall: basicWall(until) }
  throw badRule()
}

function parseByDay(day: string): { ordinal: number; weekday: number } {
  const [, ordinal, name] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(day) ?? []
  const weekday = DAYS.indexOf(name ?? '') + 1
  if (weekday === 0) throw badRule()
  return { ordinal: Number(ordinal), weekday }
}

function parseExceptions(lines: string[]): { exceptWall: Set<string>; exceptMs: Set<number> } {
  const exceptWall = new Set<string>()
  const exceptMs = new Set<number>()
  for (const value of lines.flatMap((line) => list(line.slice(line.lastIndexOf(':') + 1)))) {
    if (value.endsWith('Z')) exceptMs.add(basicInstant(value))
    else exceptWall.add(basicWall(value.length === 8 ? `${value}T000000` : value).toString())
  }
  return { exceptWall, exceptMs }
}

function basicWall(value: string): Temporal.PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(value)
  } catch {
    throw badRule()
  }
}

function basicInstant(value: string): number {
  return basicWall(value.slice(0, -1)).toZonedDateTime('UTC').epochMilliseconds
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw badRule()
  return Number(value)
}

function list(value: string | undefined): string[] {
  return value ? value.split(',') : []
}

function badRule(): Error {
  return invalid('Invalid recurrence rule.')
}
