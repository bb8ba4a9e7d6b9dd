import { limitText, longDuration, windowText } from '../../contract/events/rules-text.ts'
import type { ClosingReason, SlotExplanation } from '../../contract/events/slot-explanation.schema.ts'
import {
  isHour12,
  momentText,
  shortDateText,
  timeRangeText,
  zoneName,
} from '../../contract/time/time-text.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { clockText } from '../fields/clock-text.ts'

/** One sentence for a rule that closes a time, as the event's host reads it. */
export function closingText(closing: ClosingReason, viewer: Viewer): string {
  switch (closing.rule) {
    case 'notAccepting':
      return notAcceptingTexts[closing.because]
    case 'hours': {
      const [none, hours] = isOfLink(closing)
        ? ['The link has no hours', 'The link’s hours']
        : ['There are no hours', 'The hours']
      const zone = `${zoneName(closing.timezone)}${closing.isTrip ? BECAUSE_OF_TRIP : ''}`
      return closing.slots.length === 0
        ? `${none} on ${dateText(closing.date, viewer)}, ${zone}.`
        : `${hours} on ${dateText(closing.date, viewer)} are ${rangesText(closing.slots, viewer)}, ${zone}. The meeting has to fit within them.`
    }
    case 'override': {
      const unnamed = isOfLink(closing) ? 'A date override of the link' : 'A date override'
      const what = closing.name === '' ? unnamed : `“${closing.name}”`
      const zone = closing.isTrip ? `, ${zoneName(closing.timezone)}${BECAUSE_OF_TRIP}` : ''
      return closing.slots.length === 0
        ? `${what} closes ${datesText(closing, viewer)}${zone}.`
        : `${what} changes the hours on ${datesText(closing, viewer)} to ${rangesText(closing.slots, viewer)}${zone}.`
    }
    case 'holiday':
      return `${closing.name} is a holiday: ${datesText(closing, viewer)}.`
    case 'startTimes':
      return startTimesText(closing)
    case 'past':
      return 'This time is in the past.'
    case 'minimumNotice':
      return `${isOfLink(closing) ? 'The link’s' : 'The'} minimum notice is ${longDuration(closing.minutes)}.`
    case 'bookingWindow': {
      const people = isOfLink(closing) ? 'With this link, people' : 'People'
      return closing.window.type === 'fixed'
        ? `${people} can only book dates from ${datesText(closing.window, viewer, ' to ')}.`
        : `${people} can only book ${windowText(closing.window)}.`
    }
    case 'eventPeriod':
      return `The event period ${periodText(closing, viewer)}.`
    case 'bookingPeriod':
      return `Booking isn’t open now: the booking period ${periodText(closing, viewer)}.`
    case 'limit':
      return closing.source === 'host'
        ? `The limit for all your events is reached: ${limitText(closing.limit)}.`
        : `The ${closing.source}’s limit is reached: ${limitText(closing.limit)}.`
    case 'booking': {
      const booking = `${closing.title} with ${closing.fullName}, ${timesText(closing, viewer)}`
      if (closing.keepsFree) {
        const { side, minutes } = closing.keepsFree
        return `Too close to ${booking}, which keeps ${longDuration(minutes)} ${side} it free.`
      }
      return `${closing.isBuffer ? 'The buffer overlaps a booking' : 'It’s booked'}: ${booking}.`
    }
    case 'calendarEntry':
      return `${closing.isBuffer ? 'The buffer overlaps an entry in your calendar' : 'You’re busy in your calendar'} “${closing.calendarName}”: ${timesText(closing, viewer)}.`
    case 'calendar':
      return `We can’t read your calendar “${closing.calendarName}” right now, so no times are offered.`
    case 'tooFarAhead':
      return 'It’s too far ahead. Times are offered up to five years ahead.'
  }
}

const BECAUSE_OF_TRIP = ' because of your trip'

const isOfLink = ({ source }: { source: string }) => source === 'link'

const notAcceptingTexts = {
  archived: 'The event is archived.',
  paused: 'The event is paused.',
  subscription: 'Your subscription isn’t active.',
  linkClosed: 'The link has expired or has been used up.',
} as const

function startTimesText({
  source,
  startTimes,
  duration,
}: Extract<ClosingReason, { rule: 'startTimes' }>): string {
  if (startTimes === null) {
    return `It’s inside the hours, but times start every ${longDuration(duration)} from the beginning of each range.`
  }
  if ('every' in startTimes) {
    return `It’s inside the hours, but times start every ${longDuration(startTimes.every)} from the beginning of each range.`
  }
  const minutes = startTimes.at.map((minute) => `:${String(minute).padStart(2, '0')}`)
  if (source === 'link') return `With this link, times only start at ${minutes.join(', ')}.`
  return `It’s inside the hours, but times only start at ${minutes.join(', ')}.`
}

const dateText = (date: string, viewer: Viewer) =>
  shortDateText(`${date}T12:00:00Z`, { ...viewer, timeZone: 'UTC' })

const datesText = ({ from, to }: { from: string; to: string }, viewer: Viewer, between = ' – ') =>
  from === to ? dateText(from, viewer) : `${dateText(from, viewer)}${between}${dateText(to, viewer)}`

function rangesText(slots: readonly { start: string; end: string }[], viewer: Viewer): string {
  const timeFormat = isHour12(viewer) ? '12hour' : '24hour'
  return slots
    .map(({ start, end }) => `${clockText(start, timeFormat)} – ${clockText(end, timeFormat)}`)
    .join(', ')
}

function periodText(
  { startUtc, endUtc }: { startUtc: string | null; endUtc: string | null },
  viewer: Viewer,
): string {
  const [start, end] = [startUtc, endUtc].map((at) => (at === null ? '' : momentText(at, viewer)))
  if (start && end) return `is from ${start} to ${end}`
  return start ? `starts on ${start}` : `ends on ${end}`
}

const timesText = ({ startUtc, endUtc }: { startUtc: string; endUtc: string }, viewer: Viewer) =>
  `${shortDateText(startUtc, viewer)}, ${timeRangeText(startUtc, endUtc, viewer)}`

/** What the host can't pass over. Nothing lets two bookings overlap, or the past be booked. */
export const fixedReasons = ({ reasons }: SlotExplanation) =>
  reasons.filter(
    (reason) =>
      reason.rule === 'past' ||
      reason.rule === 'tooFarAhead' ||
      reason.rule === 'notAccepting' ||
      (reason.rule === 'booking' && !reason.isBuffer),
  )

export const canBookAnyway = (found: SlotExplanation) => fixedReasons(found).length === 0
