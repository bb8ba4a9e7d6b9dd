import { statSync } from 'node:fs'
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
}

/** Loads the newest rules on this machine and makes them those of this process. */
export function startZones({ directory, log }: ZoneOptions): CurrentZones {
  let zones: Zones
  const load = () => {
    zones = loadZones(zoneSources(directory), (message) => log.warn(message))
    setZoneSource(zones.find)
    log.info(`time zone rules: release ${zones.release} (${zones.source})`)
  }
  load()
  return {
    current: () => zones,
    refresh() {
      const installed = systemRelease(directory)
      if (installed === null || compareReleases(installed, zones.release) <= 0) return false
      if (Date.now() - statSync(`${directory}/${INDEX}`).ctimeMs < SETTLING_MS) return false
      const before = zones.release
      load()
      return zones.release !== before
    },
  }
}
