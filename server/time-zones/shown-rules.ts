import { rulesBetween, type ZoneRules } from '../../availability/zone-rules.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'

/** No booking and no account is older. */
export const SHOWN_SINCE = Date.UTC(2020) / 1000
const TEN_YEARS = 10 * 366 * 86_400

/**
 * What a page has to know of a zone to show times since some instant and until ten years from now, in epoch
 * milliseconds.
 */
export const shownRules = (timeZone: string, now: number, since = SHOWN_SINCE * 1000): ZoneRules =>
  rulesBetween(zoneTable(timeZone).rules, since / 1000, now / 1000 + TEN_YEARS)
