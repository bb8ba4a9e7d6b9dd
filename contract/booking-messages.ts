import { EMAIL_INVALID } from './email.ts'

/** Messages that the form and the server share. Free of schemas because the invitee's page imports them. */
export const bookingMessages = {
  fullName: 'Please enter your full name',
  email: EMAIL_INVALID,
  slot: 'Please choose a time slot',
} as const

export const cancelMessages = { reason: 'Please provide a reason for canceling this booking.' } as const

/** Limits per call and per booking and day. */
export const recipientLimits = { perCall: 20, perDay: 50, message: 1000 } as const
export const recipientMessages = {
  none: 'Please enter at least one email address.',
  tooMany: `Please enter at most ${recipientLimits.perCall} email addresses at a time.`,
  tooManyToday: `You can email up to ${recipientLimits.perDay} addresses per booking per day. Please try again tomorrow.`,
} as const
