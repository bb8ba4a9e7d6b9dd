import { addMonthsToDay, DAYS_A_WEEK } from '../../contract/time/month.ts'

/** Where a key of the ARIA grid pattern leads from a day, in weeks that start like `first`; null for other keys. */
export function dayAtKey(key: string, day: number, first: number): number | null {
  const column = (day - first) % DAYS_A_WEEK
  switch (key) {
    case 'ArrowLeft':
      return day - 1
    case 'ArrowRight':
      return day + 1
    case 'ArrowUp':
      return day - DAYS_A_WEEK
    case 'ArrowDown':
      return day + DAYS_A_WEEK
    case 'Home':
      return day - column
    case 'End':
      return day - column + DAYS_A_WEEK - 1
    case 'PageUp':
      return addMonthsToDay(day, -1)
    case 'PageDown':
      return addMonthsToDay(day, 1)
    default:
      return null
  }
}
