import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { meetViaLabels } from '../../../contract/events/event-options.ts'
import { bookingPlace } from '../../../contract/bookings/meeting-place.ts'

/** Longer URLs are rejected by their targets. In one, a letter can take nine characters. */
const MAX_DESCRIPTION = { length: 1200, lengthInUrl: 3600 }

interface CalendarLink {
  name: string
  href: string
}

/**
 * Links that add an entry to online calendars. They don't contain the booking page's link, because it grants access
 * and these URLs end up in other companies' logs.
 */
export function calendarLinks(answer: BookingAnswer): CalendarLink[] {
  const { bookingData: booking, eventData: event } = answer
  const { startUtc, endUtc } = booking
  if (Number.isNaN(Date.parse(startUtc)) || Number.isNaN(Date.parse(endUtc))) return []
  const title = `${booking.title} with ${event.hostName}`
  const how = meetViaLabels[event.meetVia]
  const place = bookingPlace(answer)
  const text = [shortened(booking.description), place ? `${how}: ${place.text}` : how]
    .filter(Boolean)
    .join('\n\n')
  const location = place?.text ?? how
  const outlook = {
    rru: 'addevent',
    subject: title,
    startdt: seconds(startUtc),
    enddt: seconds(endUtc),
    // Outlook reads this as HTML.
    body: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>'),
    location,
  }
  const google = {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startUtc)}/${compact(endUtc)}`,
    details: text,
    location,
  }
  return [
    { name: 'Google Calendar', href: address('https://calendar.google.com/calendar/render', google) },
    { name: 'Outlook.com', href: address('https://outlook.live.com/calendar/0/action/compose', outlook) },
    { name: 'Microsoft 365', href: address('https://outlook.office.com/calendar/0/action/compose', outlook) },
  ]
}

function shortened(text: string): string {
  let short = ''
  let lengthInUrl = 0
  for (const character of text.toWellFormed()) {
    lengthInUrl += encodeURIComponent(character).length
    if (short.length + character.length > MAX_DESCRIPTION.length) break
    if (lengthInUrl > MAX_DESCRIPTION.lengthInUrl) break
    short += character
  }
  return short
}

const seconds = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`
const compact = (instant: string) => seconds(instant).replaceAll(/[-:]/g, '')

/** Spaces become `%20`, because Outlook would show the plus signs of URLSearchParams. */
const address = (base: string, query: Record<string, string>) =>
  `${base}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')}`
