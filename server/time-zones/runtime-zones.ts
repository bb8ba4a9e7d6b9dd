/// <reference lib="esnext.temporal" preserve="true" />
import type { OffsetChange } from '../../availability/zone-rules.ts'
import { concludeYearlyRules } from './compact-rules.ts'
import { isRelease, type ZoneDataSource } from './zone-data.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/
const EPOCH = Temporal.Instant.fromEpochMilliseconds(0)
/** Beyond the predictions for zones that follow the lunar calendar (2086). */
const LAST_YEAR = 2110
const NANOSECONDS_PER_SECOND = 1_000_000_000

/** The rules that this version of Node was built with. */
export function runtimeZones(release: string | undefined = process.versions.tz): ZoneDataSource {
  return {
    source: 'runtime',
    origin: `Node ${process.versions.node}`,
    release: release !== undefined && isRelease(release) ? release : null,
    load: () => ({
      names: ['UTC', ...Intl.supportedValuesOf('timeZone')],
      aliases: new Map(),
      countries: new Map(),
      recognize,
      read: readZone,
    }),
  }
}

/** Aliases and new spellings work but aren't listed. */
function recognize(key: string): string | undefined {
  try {
    // A bare offset would be accepted too.
    return NAME.test(key) ? EPOCH.toZonedDateTimeISO(key).timeZoneId : undefined
  } catch {
    return undefined
  }
}

function readZone(timeZone: string) {
  const first = Temporal.Instant.fromEpochMilliseconds(-1e13).toZonedDateTimeISO(timeZone)
  const changes: OffsetChange[] = []
  let next = first.getTimeZoneTransition('next')
  while (next && next.year <= LAST_YEAR) {
    const at = next.epochMilliseconds / 1_000
    if (at <= (changes.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY)) throw new Error('inconsistent changes')
    changes.push([at, offsetOf(next)])
    next = next.getTimeZoneTransition('next')
  }
  return concludeYearlyRules({ timeZone, offset: offsetOf(first), changes, yearly: [] })
}

const offsetOf = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds / NANOSECONDS_PER_SECOND
