import { vi } from 'vitest'
import { restoreZones } from '../time-zones/time-zones.ts'

// Runs before each test file. The files of the server share a process, so what one of them left behind would change the
// next.
resetState()

/** Undoes what tests can do to the state of the process. */
export function resetState(): void {
  restoreZones()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetConfig()
}
