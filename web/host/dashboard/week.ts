import { dayOf, startOfDay, weekdayOf } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time-zones.ts'
import { weekStartOf } from '../../../contract/month.ts'

/**
 * The week around an instant (epoch milliseconds) in the viewer's zone and locale, as a start and an exclusive end.
 */
export function weekAt(instant: number, { locale, timeZone }: { locale: string; timeZone: string }) {
  const table = zoneTable(timeZone)
  const today = dayOf(table, instant)
  const first = today - ((weekdayOf(today) + 8 - weekStartOf(locale)) % 7)
  return {
    weekFrom: new Date(startOfDay(table, first)).toISOString(),
    weekTo: new Date(startOfDay(table, first + 7)).toISOString(),
  }
}

/** Formats minutes as hours: `3`, `3.5`. */
export const hoursText = (minutes: number, locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(minutes / 60)
