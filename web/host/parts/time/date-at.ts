import { dayOf, formatDate } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'

/** The date (`YYYY-MM-DD`) in a zone at an instant (epoch milliseconds). */
export const dateAt = (instant: number, timeZone: string) => formatDate(dayOf(zoneTable(timeZone), instant))
