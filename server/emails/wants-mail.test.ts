import { expect, test } from 'vitest'
import { wantsMail } from './wants-mail.ts'

const mails = [
  { kind: 'booked', role: 'host' },
  { kind: 'changed', role: 'host' },
  { kind: 'canceled', role: 'host' },
  { kind: 'reminder', role: 'host' },
  { kind: 'booked', role: 'invitee' },
  { kind: 'canceled', role: 'guest' },
  { kind: 'reminder', role: 'invitee' },
  { kind: 'invited', role: 'guest' },
  { kind: 'shared', role: 'recipient' },
] as const

const unsent = (notification_emails: boolean, notification_booking_reminders: boolean) =>
  mails
    .filter((mail) => !wantsMail({ notification_emails, notification_booking_reminders }, mail))
    .map(({ kind, role }) => `${kind} to ${role}`)

test("each of the host's settings controls its own emails", () => {
  expect(unsent(true, true)).toEqual([])
  expect(unsent(false, true)).toEqual(['booked to host', 'changed to host', 'canceled to host'])
  expect(unsent(true, false)).toEqual(['reminder to host', 'reminder to invitee'])
})
