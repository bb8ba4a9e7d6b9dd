import type { FastifyBaseLogger } from 'fastify'
import { MINUTE } from '../../availability/units.ts'
import { setZoneSource } from '../../contract/time/time-zones.ts'
import { loadZones, type Zones, zoneSources } from './load-zones.ts'
import { systemChangedAt, systemRelease } from './system-zones.ts'
import { compareReleases } from './zone-data.ts'

/** The system's files are replaced one after another, so new ones are left alone for a moment. */
const SETTLING_MS = MINUTE

/** The time zone rules of this process, which can change while it runs. */
export interface CurrentZones {
  current: () => Zones
  /** Switches to the system's files if a newer release has been installed. Returns whether it did. */
  refresh: () => boolean
}

export interface ZoneOptions {
  /** Of the operating system's files. */
  directory: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Epoch milliseconds. */
  now?: () => number
}

/** Loads the newest rules on this machine and uses them throughout this process. */
export function startZones({ directory, log, now = Date.now }: ZoneOptions): CurrentZones {
  const load = () => loadZones(zoneSources(directory), (message) => log.warn(message))
  const switchTo = (zones: Zones) => {
    setZoneSource(zones.find)
    log.info(`time zone rules: release ${zones.release} (${zones.source})`)
    return zones
  }
  let zones = switchTo(load())
  let lastRead = zones.source === 'system' ? systemChangedAt(directory) : 0
  return {
    current: () => zones,
    refresh() {
      const order = compareReleases(systemRelease(directory), zones.release)
      // Files of the release in use may have been replaced too.
      if (order < 0 || (order === 0 && zones.source !== 'system')) return false
      const changedAt = systemChangedAt(directory)
      if (changedAt === lastRead || now() - changedAt < SETTLING_MS) return false
      lastRead = changedAt
      const newest = load()
      // Damaged files are skipped, and what is left may be older than what is in use.
      if (compareReleases(newest.release, zones.release) < 0 || newest.source !== 'system') return false
      zones = switchTo(newest)
      return true
    },
  }
}
