import { statSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { setZoneSource } from '../../contract/time-zones.ts'
import { loadZones, type Zones, zoneSources } from './load-zones.ts'
import { INDEX, systemRelease } from './system-zones.ts'
import { compareReleases } from './zone-data.ts'

/** The system's files are replaced one after another, so new ones are left alone for a moment. */
const SETTLING_MS = 60_000

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

/** Loads the newest rules on this machine and makes them those of this process. */
export function startZones({ directory, log, now = Date.now }: ZoneOptions): CurrentZones {
  const load = () => loadZones(zoneSources(directory), (message) => log.warn(message))
  const switchTo = (zones: Zones) => {
    setZoneSource(zones.find)
    log.info(`time zone rules: release ${zones.release} (${zones.source})`)
    return zones
  }
  let zones = switchTo(load())
  let lastTried = 0
  return {
    current: () => zones,
    refresh() {
      if (compareReleases(systemRelease(directory), zones.release) <= 0) return false
      const installedAt = statSync(path.join(directory, INDEX)).ctimeMs
      if (installedAt === lastTried || now() - installedAt < SETTLING_MS) return false
      lastTried = installedAt
      const newest = load()
      // Damaged files are skipped, and what is left may be older than what is in use.
      if (compareReleases(newest.release, zones.release) <= 0) return false
      zones = switchTo(newest)
      return true
    },
  }
}
