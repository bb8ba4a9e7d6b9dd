import { EMAIL_INVALID } from './email.ts'

/** Messages that the form and the server share. Free of schemas because the invitee's page imports them. */
export const bookingMessages = {
  fullName: 'Please enter your full name',
  email: EMAIL_INVALID,
  slot: 'Please choose a time slot',
} as const

/** Lengths in characters. */
export const bookingLimits = { fullName: 200 } as const

export const cancelMessages = { reason: 'Please provide a reason for canceling this booking.' } as const

/**
 * Limits on the addresses that are brought into bookings: by invites, shares and changes of the invitee's address. A day is
 * the last 24 hours; for one address, the 24 hours that begin with its first email.
 */
export const recipientLimits = {
  perCall: 20,
  /** Different addresses over a booking's lifetime. */
  guestsPerBooking: 30,
  /** Different addresses a day in all bookings of a host: during the account's first 24 hours, and later. */
  perDayOfNewHost: 20,
  perDayOfHost: 200,
  /** Emails a day to one address, from all hosts together. */
  mailsPerAddress: 10,
  message: 1000,
} as const
export const recipientMessages = {
  none: 'Please enter at least one email address.',
  tooMany: `Please enter at most ${recipientLimits.perCall} email addresses at a time.`,
  tooManyGuests: `A booking can have up to ${recipientLimits.guestsPerBooking} guests, including former ones. To meet more people, book another time.`,
  tooManyToday: (limit: number) =>
    `This host’s bookings can email up to ${limit} new addresses a day. Please try again tomorrow.`,
  tooManyMails: `One of these addresses already got ${recipientLimits.mailsPerAddress} emails today. Please try again tomorrow.`,
} as const
