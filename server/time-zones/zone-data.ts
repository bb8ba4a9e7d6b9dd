import type { ZoneRules } from '../../availability/zone-rules.ts'

/** When clocks can change, in epoch seconds: from the year 0 to the year 10,000, so that every loop over years ends. */
export const [MIN_TIME, MAX_TIME] = [-62_167_219_200, 253_402_300_800]

/** Where rules can come from: files of the operating system, an npm package, or what the runtime was built with. */
export type ZoneSourceName = 'system' | 'package' | 'runtime'

/** The content of one copy of the time zone database. */
export interface ZoneData {
  /** Every zone that has rules, spelled as usual. */
  names: readonly string[]
  /** The zone behind each alias. */
  aliases: ReadonlyMap<string, string>
  /** The zones of each country (ISO 3166-1 alpha-2), aliases included. Empty where the copy doesn't tell. */
  countries: ReadonlyMap<string, readonly string[]>
  /**
   * Another name that this copy knows, spelled as usual, by its lower-case form; for one that can't list all of its
   * names.
   */
  recognize?: (key: string) => string | undefined
  /**
   * The rules of one of `names`, or of a recognized one.
   * @throws Error if they can't be read.
   */
  read: (name: string) => ZoneRules
}

/** A copy of the database that may or may not be readable. */
export interface ZoneDataSource {
  source: ZoneSourceName
  /** For people: a path, or the name of a package. */
  origin: string
  /** Such as `2026f`; null if there is none. */
  release: string | null
  /** @throws Error with what is wrong. */
  load: () => ZoneData
}

const RELEASE = /^\d{4}[a-z]{1,2}$/

export const isRelease = (text: string) => RELEASE.test(text)

/** Positive if `one` is the newer release. `2026z` is followed by `2026za`, and no release is the oldest. */
export function compareReleases(one: string | null, other: string | null): number {
  if (one === other) return 0
  return (one ?? '') > (other ?? '') ? 1 : -1
}
