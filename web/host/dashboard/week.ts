import { dayOf, startOfDay, weekdayOf, zoneTable } from '../../../availability/wall-time.ts'
import { weekStartOf } from '../../../contract/month.ts'

/** The week that an instant (epoch milliseconds) lies in, where the reader is and as their weeks begin: from, and up to. */
export function weekAt(instant: number, { locale, timeZone }: { locale: string; timeZone: string }) {
  const table = zoneTable(timeZone)
  const today = dayOf(table, instant)
  const first = today - ((weekdayOf(today) + 8 - weekStartOf(locale)) % 7)
  return {
    weekFrom: new Date(startOfDay(table, first)).toISOString(),
    weekTo: new Date(startOfDay(table, first + 7)).toISOString(),
  }
}

/** Minutes as hours, with half an hour where there is one: `3`, `3.5`. */
export const hoursText = (minutes: number, locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(minutes / 60)
