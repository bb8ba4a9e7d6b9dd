/** Messages that the form and the server share. Free of schemas because the invitee's page imports them. */
export const bookingMessages = {
  fullName: 'Please enter your full name',
  email: 'Please enter a valid email address',
  slot: 'Please choose a time slot',
} as const

/** A regex for pages that don't load schemas: dot-separated names and a domain whose last label has only letters. */
export const INVITEE_EMAIL = /^[\w+'-]+(?:\.[\w+'-]+)*@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
export const LONGEST_EMAIL = 254

/** The error message for an invitee's email address, or null if it is valid. */
export function inviteeEmailError(text: string): string | null {
  const address = text.trim()
  return address.length <= LONGEST_EMAIL && INVITEE_EMAIL.test(address) ? null : bookingMessages.email
}

export const cancelMessages = { reason: 'Please provide a reason for canceling this booking.' } as const

/** Limits per call and per booking and day. */
export const recipientLimits = { aCall: 20, aDay: 50, message: 1000 } as const
export const recipientMessages = {
  none: 'Please enter at least one email address.',
  tooMany: `Please enter at most ${recipientLimits.aCall} email addresses at a time.`,
  tooManyToday: `You can email up to ${recipientLimits.aDay} addresses per booking per day. Please try again tomorrow.`,
} as const
