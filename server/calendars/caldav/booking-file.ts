import ICAL from 'ical.js'
import { product } from '../../../contract/product.ts'
import { calendarParameter, calendarText, mailtoValue } from '../icalendar/ical-lines.ts'
import { bookingDigest } from '../booking-digest.ts'
import { bookingUid } from '../booking-uid.ts'
import type { AnonymousEntry, BookingEntry } from '../../adapters/calendar-provider.ts'
import { emailsOf } from './credential.ts'

const BOOKING = 'x-boomtime-booking'

/** Property that names the attendee who booked. */
const INVITEE = 'x-boomtime-invitee'

/** Property with the booking's sequence at the last write, so that a write that took effect late is recognized. */
const SEQUENCE = 'x-boomtime-sequence'

/** Property with a digest of what we last wrote, which tells the host's changes from ours. */
const WRITTEN = 'x-boomtime-written'

/** Property in which Outlook and others repeat the description as HTML, and prefer that. */
const FORMATTED_DESCRIPTION = 'x-alt-desc'

/** An iCalendar file with the event that we write. */
export interface BookingFile {
  calendar: ICAL.Component
  event: ICAL.Component
}

/** Whose calendar is written to, and when (epoch milliseconds). */
export interface Writing {
  /** The host's own addresses as URIs. */
  addresses: readonly string[]
  now: number
}

/** Null for what has no event, which is written over. */
export function parseBookingFile(text: string): BookingFile | null {
  try {
    const parsed = ICAL.parse(text) as unknown[]
    const calendar = new ICAL.Component((typeof parsed[0] === 'string' ? parsed : parsed[0]) as unknown[])
    const events = calendar.getAllSubcomponents('vevent')
    const event = events.find((each) => !each.hasProperty('recurrence-id')) ?? events[0]
    return event ? { calendar, event } : null
  } catch {
    return null
  }
}

/** The file that shows a booking: what is there, with the booking's changes, or a new one. */
export function bookingFile(entry: BookingEntry, before: string | null, writing: Writing): string {
  const { calendar, event } = (before === null ? null : parseBookingFile(before)) ?? newFile(entry)
  setTimes(event, entry)
  setText(event, 'summary', entry.title)
  setText(event, 'description', entry.description)
  // An address of an earlier meeting type disappears.
  setText(event, 'location', entry.location)
  event.updatePropertyWithValue('status', 'CONFIRMED')
  setPeople(event, entry, writing)
  event.updatePropertyWithValue(BOOKING, entry.bookingId)
  event.updatePropertyWithValue(INVITEE, mailtoValue(entry.invitee.email))
  event.updatePropertyWithValue(WRITTEN, bookingDigest(entry))
  stamp(event, entry.sequence, writing)
  return calendar.toString()
}

/** Takes everyone but the host off an event, and what it says about them. */
export function anonymousFile(
  { title, description, sequence }: AnonymousEntry,
  { calendar, event }: BookingFile,
  writing: Writing,
): string {
  const own = new Set([...writing.addresses, textOf(event, 'organizer')].map(addressKey))
  // A host who repeats the event can have changed single dates of it.
  for (const each of calendar.getAllSubcomponents('vevent')) {
    setText(each, 'summary', title)
    setText(each, 'description', description)
    for (const attendee of each.getAllProperties('attendee')) {
      if (!own.has(addressKey(String(attendee.getFirstValue())))) each.removeProperty(attendee)
    }
    for (const name of [INVITEE, WRITTEN]) each.removeAllProperties(name)
    // Some programs copy the title or the description into reminders.
    for (const reminder of each.getAllSubcomponents('valarm')) {
      for (const name of ['summary', 'description']) {
        if (reminder.hasProperty(name)) setText(reminder, name, title)
      }
      reminder.removeAllProperties('attendee')
    }
  }
  stamp(event, sequence, writing)
  return calendar.toString()
}

/** Whether it is a booking's entry, which we wrote. */
export const isOurs = ({ event }: BookingFile, uid: string): boolean =>
  event.hasProperty(BOOKING) && textOf(event, 'uid') === uid

/** Whether `anonymousFile` was stored. */
export const isAnonymous = ({ event }: BookingFile): boolean =>
  !event.hasProperty(INVITEE) && !event.hasProperty(WRITTEN)

/** The booking's sequence when we last wrote the event; null if it doesn't say so. */
export function sequenceOf({ event }: BookingFile): number | null {
  const written = textOf(event, SEQUENCE)
  return /^\d{1,9}$/.test(written) ? Number(written) : null
}

/**
 * Whether the event was written for this state of its booking: what differs is the host's doing. The sequence alone
 * doesn't say so, because after a restored backup the same number can mean another state.
 */
export const showsBooking = (file: BookingFile, entry: BookingEntry): boolean =>
  sequenceOf(file) === entry.sequence && textOf(file.event, WRITTEN) === bookingDigest(entry)

export const isCanceled = ({ event }: BookingFile): boolean =>
  textOf(event, 'status').toUpperCase() === 'CANCELLED'

function textOf(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name)
  return value === null ? '' : String(value)
}

function newFile({ id }: BookingEntry): BookingFile {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', `-//${product.maker}//${product.name}//EN`)
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', bookingUid(id))
  event.addPropertyWithValue('transp', 'OPAQUE')
  calendar.addSubcomponent(event)
  return { calendar, event }
}

/** In UTC, because a single meeting only needs an instant and zone rules can be misread. */
function setTimes(event: ICAL.Component, { startAt, endAt }: BookingEntry): void {
  // A new property has no zone that an earlier one named.
  for (const name of ['dtstart', 'dtend', 'duration']) event.removeAllProperties(name)
  event.addPropertyWithValue('dtstart', utc(startAt))
  event.addPropertyWithValue('dtend', utc(endAt))
}

const utc = (at: number) => ICAL.Time.fromJSDate(new Date(at), true)

function setText(event: ICAL.Component, name: string, text: string): void {
  // A new property doesn't refer to a formatted text, as the former one may.
  event.removeAllProperties(name)
  if (name === 'description') event.removeAllProperties(FORMATTED_DESCRIPTION)
  if (text !== '') event.addPropertyWithValue(name, calendarText(text))
}

/** Clients only accept higher numbers, and count their own changes too. */
function stamp(event: ICAL.Component, sequence: number, { now }: Writing): void {
  event.updatePropertyWithValue('sequence', Math.max(Number(textOf(event, 'sequence')) || 0, sequence))
  event.updatePropertyWithValue(SEQUENCE, String(sequence))
  event.updatePropertyWithValue('dtstamp', utc(now))
  event.updatePropertyWithValue('last-modified', utc(now))
}

/**
 * The server sends nobody anything: people hear from us. The replies and the people that the host added are carried
 * over.
 */
function setPeople(event: ICAL.Component, entry: BookingEntry, { addresses }: Writing): void {
  const organizer = event.getFirstProperty('organizer') ?? newOrganizer(event, addresses)
  const earlier = new Map(
    event.getAllProperties('attendee').map((each) => [addressKey(String(each.getFirstValue())), each]),
  )
  const former = textOf(event, INVITEE)
  event.removeAllProperties('attendee')
  const merge = (email: string, defaults: Record<string, string>) => {
    const key = addressKey(mailtoValue(email))
    const attendee = earlier.get(key) ?? newAttendee(email, defaults)
    earlier.delete(key)
    return attendee
  }
  // The invitee agreed by booking; guests still have to reply.
  const booker = merge(entry.invitee.email, { partstat: 'ACCEPTED', rsvp: 'FALSE' })
  booker.setParameter('cn', calendarParameter(entry.invitee.name))
  const invited = entry.guests.map((email) => merge(email, { partstat: 'NEEDS-ACTION', rsvp: 'TRUE' }))
  for (const address of [...entry.formerGuests.map(mailtoValue), former]) earlier.delete(addressKey(address))
  const attendees = [booker, ...invited, ...earlier.values()]
  for (const attendee of attendees) event.addProperty(attendee)
  for (const person of [organizer, ...attendees]) person?.setParameter('schedule-agent', 'CLIENT')
}

/** Null if the host has no address, which is then a calendar without an organizer. */
function newOrganizer(event: ICAL.Component, addresses: readonly string[]): ICAL.Property | null {
  const address = addresses.find((each) => emailsOf([each]).length > 0) ?? addresses[0]
  return address === undefined ? null : event.addPropertyWithValue('organizer', address)
}

function newAttendee(email: string, defaults: Record<string, string>): ICAL.Property {
  const attendee = new ICAL.Property('attendee')
  attendee.setValue(mailtoValue(email))
  const parameters = { cutype: 'INDIVIDUAL', role: 'REQ-PARTICIPANT', ...defaults }
  for (const [name, value] of Object.entries(parameters)) attendee.setParameter(name, value)
  return attendee
}

/** The same for every spelling of an address. */
const addressKey = (address: string) => (emailsOf([address])[0] ?? address).toLowerCase()
