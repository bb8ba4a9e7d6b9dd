import { changesBetween, type ZoneRules } from '../../availability/zone-rules.ts'
import { lowerCase } from '../../contract/time/time-zones.ts'
import type { ZoneData, ZoneDataSource } from './zone-data.ts'

/** What `npm run zones` prints. */
export interface ZoneComparison {
  /** Every source: its release, or why it can't be read. */
  sources: string[]
  /** The zones whose clocks differ between readable sources in the period, and what each source says. */
  differences: string[]
}

/** Compares sources over a period (epoch seconds). A zone that a source doesn't list isn't compared with it. */
export function compareZones(sources: readonly ZoneDataSource[], from: number, to: number): ZoneComparison {
  const read = sources.map((source) => ({ ...source, ...load(source) }))
  const names = new Set(read.flatMap(({ data }) => data?.names ?? []))
  const differences = [...names].toSorted().flatMap((name) => {
    const clocks = read.flatMap(({ source, data }) =>
      data && knows(data, name) ? [{ source, clock: clockIn(data, name, from, to) }] : [],
    )
    return new Set(clocks.map(({ clock }) => clock)).size < 2
      ? []
      : [name, ...clocks.map(({ source, clock }) => `  ${source.padEnd(7)} ${clock}`)]
  })
  return {
    sources: read.map(
      ({ source, origin, release, problem }) =>
        `${source.padEnd(7)} ${problem ?? release ?? 'no release'} (${origin})`,
    ),
    differences,
  }
}

const knows = ({ names, recognize }: ZoneData, name: string) =>
  names.includes(name) || recognize?.(lowerCase(name)) === name

function load(source: ZoneDataSource): { data: ZoneData | null; problem: string | null } {
  try {
    return { data: source.load(), problem: null }
  } catch (error) {
    return { data: null, problem: `can’t be read: ${messageOf(error)}` }
  }
}

function clockIn(data: ZoneData, name: string, from: number, to: number): string {
  try {
    return clockOf(data.read(name), from, to)
  } catch (error) {
    return `can’t be read: ${messageOf(error)}`
  }
}

/** `UTC-5, from 2027-03-14T08:00Z UTC-4` */
function clockOf(rules: ZoneRules, from: number, to: number): string {
  const { offset, changes } = changesBetween(rules, from, to)
  const later = changes.map(([at, next]) => `from ${isoMinute(at)} ${offsetText(next)}`)
  return [offsetText(offset), ...later].join(', ')
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const isoMinute = (at: number) => new Date(at * 1000).toISOString().replace(':00.000Z', 'Z')

function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${seconds < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`
}
