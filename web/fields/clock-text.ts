import type { TimeFormat } from '../../../contract/settings-options.ts'
import { minutesOf } from '../../../contract/weekly-availability.ts'

/** Formats `14:30` in the host's time format. Incomplete times stay the same. */
export function clockText(time: string, timeFormat: TimeFormat): string {
  const minutes = minutesOf(time)
  if (minutes === null || timeFormat === '24hour') return time
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Formats a full hour in short form: `18`, or `6 PM`. */
export const hourText = (hour: number, timeFormat: TimeFormat) =>
  timeFormat === '24hour' ? String(hour) : `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
