import { expect, test } from 'vitest'
import type { GuestLinkRow } from '../db/tables/guest-links.ts'
import type { EventRow } from '../db/tables/events.ts'
import { changeLinks } from './change-links.ts'

type Input = Parameters<typeof changeLinks>[0]

const now = Date.parse('2027-01-04T15:00:00Z')
const booking: Input['booking'] = { status: 'confirmed', startAt: now + 1 }
const mail: Input['mail'] = { kind: 'booked', role: 'invitee' }
const event = {
  bookingLinkId: 'abc',
  isEnabled: true,
  isArchived: false,
  deletedAt: null,
  allowUsersToEdit: true,
  allowUsersToCancel: true,
  allowGuestsToChange: true,
} as EventRow
const link = { role: 'guest' } as GuestLinkRow

const linksOf = (input: Partial<Input>) =>
  changeLinks({
    booking,
    event,
    link: null,
    mail,
    id: 'an-id',
    publicUrl: 'https://a.example',
    now,
    ...input,
  })
    .map(({ label, url }) => `${label} ${url}`)
    .join('\n')

const reschedule = 'Reschedule https://a.example/book/event_abc/update/an-id'
const cancel = 'Cancel https://a.example/booking-confirmation/an-id#cancel'
const both = `${reschedule}\n${cancel}`

test.each<[string, Partial<Input>, string]>([
  ['an invitee', {}, both],
  ['a reminded invitee', { mail: { ...mail, kind: 'reminder' } }, both],
  ['a guest', { link, mail: { kind: 'invited', role: 'guest' } }, both],
  ['a host, who has all bookings', { mail: { ...mail, role: 'host' } }, ''],
  ['somebody the page is shared with', { link, mail: { kind: 'shared', role: 'recipient' } }, ''],
  ['a guest who may not', { link, event: { ...event, allowGuestsToChange: false } }, ''],
  ['an invitee who may only cancel', { event: { ...event, allowUsersToEdit: false } }, cancel],
  ['an invitee who may only move', { event: { ...event, allowUsersToCancel: false } }, reschedule],
  ['an event without open times', { event: { ...event, isEnabled: false } }, cancel],
  ['a deleted event', { event: { ...event, deletedAt: 1 } }, cancel],
  ['an event that is gone', { event: null }, ''],
  ['a canceled booking', { booking: { ...booking, status: 'canceled' } }, ''],
  ['a mail about a cancellation', { mail: { ...mail, kind: 'canceled' } }, ''],
  ['a former address', { mail: { ...mail, kind: 'readdressed' } }, ''],
  ['a meeting that has begun', { booking: { ...booking, startAt: now } }, ''],
])('%s has the links that apply', (_, input, expected) => {
  expect(linksOf(input)).toBe(expected)
})
