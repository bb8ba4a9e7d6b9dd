import { dayOf, startOfDay } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { startOfWeek, weekStartOf } from '../../../../contract/time/month.ts'

/**
 * The week around an instant (epoch milliseconds) in the viewer's zone and locale, as a start and an exclusive end.
 */
export function weekAt(instant: number, { locale, timeZone }: { locale: string; timeZone: string }) {
  const table = zoneTable(timeZone)
  const first = startOfWeek(dayOf(table, instant), weekStartOf(locale))
  return {
    weekFrom: new Date(startOfDay(table, first)).toISOString(),
    weekTo: new Date(startOfDay(table, first + 7)).toISOString(),
  }
}
