import type { BookingLimit, BookingWindow, EventRules } from './event-rules.ts'
import type { DateOverride } from '../hours/hours.ts'

/**
 * The rules that are set, in a few words each, in the order of the form. An event's durations add to its own; a one-off
 * link's leave out the others.
 */
export function rulesSummary(rules: EventRules, durations: 'also' | 'only' = 'also'): string[] {
  const { bufferBefore, bufferAfter, startTimes, minimumNotice, bookingWindow, bookingsPerPerson } = rules
  return [
    rules.durations.length > 0 && `${durations} ${rules.durations.join(', ')} minutes`,
    minimumNotice > 0 && noticeText(minimumNotice),
    bookingWindow !== null && windowText(bookingWindow),
    bufferBefore !== null && `${bufferText(bufferBefore)} before`,
    bufferAfter !== null && `${bufferText(bufferAfter)} after`,
    startTimes !== null &&
      ('every' in startTimes
        ? `starts every ${longDuration(startTimes.every)}`
        : `starts at ${startTimes.at.map(minuteText).join(', ')}`),
    ...rules.limits.map((limit) => `at most ${limitText(limit)}`),
    bookingsPerPerson !== null && `${counted(bookingsPerPerson, 'upcoming booking')} per person`,
    rules.overrides.length > 0 && counted(rules.overrides.length, 'date override'),
    rules.linksOnly && 'one-off links only',
  ].filter((part) => part !== false)
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `1 hour 30 minutes` */
function hoursText(minutes: number): string {
  const parts = [counted(Math.floor(minutes / 60), 'hour'), counted(minutes % 60, 'minute')]
  return parts.filter((part) => !part.startsWith('0 ')).join(' ')
}

const bufferText = (minutes: number) => (minutes === 0 ? 'no buffer' : `${longDuration(minutes)} free`)

/** A minute of the hour: `:05`. */
export const minuteText = (minute: number) => `:${String(minute).padStart(2, '0')}`

/** The units of durations, from long to short. */
export const durationUnits = [
  { noun: 'week', minutes: 7 * 1_440 },
  { noun: 'day', minutes: 1_440 },
  { noun: 'hour', minutes: 60 },
  { noun: 'minute', minutes: 1 },
] as const

/** The largest unit that gives a whole number; minutes for none. */
export const unitOf = (minutes: number) =>
  (minutes > 0 && durationUnits.find((unit) => minutes % unit.minutes === 0)) || durationUnits[3]

/** In the largest unit that gives a whole number: `2 days`. */
export function longDuration(minutes: number): string {
  const unit = unitOf(minutes)
  return counted(minutes / unit.minutes, unit.noun)
}

/** `2 days’ notice` */
function noticeText(minutes: number): string {
  const text = longDuration(minutes)
  return `${text}${text.endsWith('s') ? '’' : '’s'} notice`
}

export function windowText(window: BookingWindow): string {
  if (window.type === 'fixed') return `${dateText(window.from)} to ${dateText(window.to)}`
  if (window.days === 0) return 'today only'
  return `up to ${counted(window.days, window.type === 'calendarDays' ? 'day' : 'working day')} ahead`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dateText(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[month! - 1]} ${day}, ${year}`
}

export function limitText({ per, bookings, minutes }: BookingLimit): string {
  const parts = [
    ...(bookings === null ? [] : [counted(bookings, 'booking')]),
    ...(minutes === null ? [] : [hoursText(minutes)]),
  ]
  return `${parts.join(' and ')} a ${per}`
}

/** What an override does, without its dates. */
export const overrideText = ({ slots }: Pick<DateOverride, 'slots'>) =>
  slots.length === 0 ? 'Closed' : slots.map(({ start, end }) => `${start}-${end}`).join(', ')
