import type { BookingLimit, BookingWindow, DateOverride, EventRules } from './event-rules.ts'

/** What of an event's rules differs from none, in a few words each, in the order of the form. */
export function rulesSummary(rules: EventRules): string[] {
  const { bufferBefore, bufferAfter, startTimes, minimumNotice, bookingWindow, bookingsPerPerson } = rules
  return [
    rules.overrides.length > 0 && counted(rules.overrides.length, 'date override'),
    rules.durations.length > 0 && `also ${rules.durations.map(shortDuration).join(', ')}`,
    bufferBefore !== null && `${shortDuration(bufferBefore)} before`,
    bufferAfter !== null && `${shortDuration(bufferAfter)} after`,
    startTimes !== null &&
      ('every' in startTimes
        ? `starts every ${shortDuration(startTimes.every)}`
        : `starts at ${startTimes.at.map((minute) => `:${String(minute).padStart(2, '0')}`).join(', ')}`),
    minimumNotice > 0 && `${longDuration(minimumNotice)} notice`,
    bookingWindow !== null && windowText(bookingWindow),
    ...rules.limits.map(limitText),
    bookingsPerPerson !== null && `${bookingsPerPerson} per person`,
    rules.linksOnly && 'one-off links only',
  ].filter((part) => part !== false)
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `1 h 30 min`. */
export function shortDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

const UNITS = [
  { noun: 'week', minutes: 7 * 1_440 },
  { noun: 'day', minutes: 1_440 },
  { noun: 'hour', minutes: 60 },
  { noun: 'minute', minutes: 1 },
] as const

/** In the largest unit that gives a whole number: `2 days`. */
export function longDuration(minutes: number): string {
  const unit = UNITS.find((candidate) => minutes % candidate.minutes === 0 && minutes > 0) ?? UNITS[3]
  return counted(minutes / unit.minutes, unit.noun)
}

export function windowText(window: BookingWindow): string {
  if (window.type === 'fixed') return `${window.from} to ${window.to}`
  return `${counted(window.days, window.type === 'calendarDays' ? 'day' : 'working day')} ahead`
}

export function limitText({ per, bookings, minutes }: BookingLimit): string {
  const parts = [
    ...(bookings === null ? [] : [counted(bookings, 'booking')]),
    ...(minutes === null ? [] : [shortDuration(minutes)]),
  ]
  return `${parts.join(' and ')} a ${per}`
}

/** What an override does, without its dates. */
export const overrideText = ({ slots }: Pick<DateOverride, 'slots'>) =>
  slots.length === 0 ? 'Closed' : slots.map(({ start, end }) => `${start}-${end}`).join(', ')
