import { formatTime } from '../../availability/wall-time.ts'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import { minutesOf } from '../../contract/hours/weekly-availability.ts'
import { plainDigits } from './plain-digits.ts'

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

/** Whether the text was typed as a time, but isn't one. */
export const isUnreadable = (time: string) => time !== '' && minutesOf(time) === null

export const UNREADABLE_TIME = 'Enter a time such as 9:30 AM or 14:30'

const TYPED = /^(\d{1,2})\s*(?:[:.h]\s*)?([0-5]\d)?\s*h?\s*(?:([ap])\.?\s*(?:m\.?)?)?$/

/** Reads a typed time of day as `HH:MM`: `9`, `930`, `9.30`, `17h` or `5 pm`; null if it isn't one. */
export function parseClock(typed: string): string | null {
  const match = TYPED.exec(plainDigits(typed).trim().toLowerCase())
  if (!match) return null
  const [, hours, minute = '00', half] = match
  const hour = hourOfDay(Number(hours), half)
  return hour === null ? null : `${String(hour).padStart(2, '0')}:${minute}`
}

function hourOfDay(hour: number, half: string | undefined): number | null {
  if (hour > 23) return null
  if (half === 'a') return hour > 12 ? null : hour % 12
  if (half === 'p') return hour === 0 ? null : hour < 12 ? hour + 12 : hour
  return hour
}

const STEP = 15
const LAST_MINUTE = 24 * 60 - 1

/** The next (1) or previous (-1) quarter of an hour on the same day. */
export function stepClock(time: string, by: 1 | -1): string {
  const minutes = minutesOf(time)
  if (minutes === null) return time
  const next = by === 1 ? Math.floor(minutes / STEP + 1) * STEP : Math.ceil(minutes / STEP - 1) * STEP
  return formatTime(Math.min(Math.max(next, 0), LAST_MINUTE))
}
