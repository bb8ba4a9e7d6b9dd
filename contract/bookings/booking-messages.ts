import { EMAIL_INVALID } from '../email.ts'

/** Messages that the form and the server share. Free of schemas because the invitee's page imports them. */
export const bookingMessages = {
  fullName: 'Please enter your full name',
  email: EMAIL_INVALID,
  slot: 'Please choose a time slot',
} as const

/** Lengths in characters. */
export const bookingLimits = { fullName: 200 } as const

export const cancelMessages = { reason: 'Please provide a reason for canceling this booking.' } as const

/** What one call takes. What a day or a booking takes is in `rate-limits.ts`. */
export const invitationLimits = { perCall: 20, message: 1000 } as const
export const recipientMessages = {
  none: 'Please enter at least one email address.',
  tooMany: `Please enter at most ${invitationLimits.perCall} email addresses at a time.`,
  tooManyGuests: (limit: number) =>
    `A booking can have up to ${limit} guests, including former ones. To meet more people, book another time.`,
  tooManyCorrections: (limit: number) =>
    `The email address of a booking can be changed ${limit} times. Please ask the host to change it.`,
  tooManyToday: (limit: number) =>
    `This host’s bookings can email up to ${limit} new addresses a day. Please try again tomorrow.`,
  tooManyMails: (limit: number) =>
    `One of these addresses already got ${limit} emails today. Please try again tomorrow.`,
} as const
