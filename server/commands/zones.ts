import { parseConfig } from '../config/config.ts'
import { compareZones } from '../time-zones/compare-zones.ts'
import { zoneSources } from '../time-zones/load-zones.ts'
import { fail } from './fail.ts'

// `npm run zones`: every time zone source on this machine, and where they differ in the next two years.

const TWO_YEARS = 2 * 366 * 86_400
const now = Math.floor(Date.now() / 1000)
try {
  const given = zoneSources(parseConfig(process.env).zoneinfoDir)
  const { sources, differences } = compareZones(given, now, now + TWO_YEARS)
  console.log(sources.join('\n'))
  console.log(
    differences.length === 0 ? '\nNo zone differs in the next two years.' : `\n${differences.join('\n')}`,
  )
} catch (error) {
  fail(error)
}
