/** What form and server say alike of a booking. Free of schemas: the invitee's page uses it too. */
export const bookingMessages = {
  fullName: 'Please enter your full name',
  email: 'Please enter a valid email address',
  slot: 'Please choose a time slot',
} as const

/** Free of schemas, for pages that do not load them: names divided by dots, and a domain whose last name has letters alone. */
export const INVITEE_EMAIL = /^[\w+'-]+(?:\.[\w+'-]+)*@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
export const LONGEST_EMAIL = 254

/** What is wrong with the address of whoever books; null where nothing is. */
export function inviteeEmailError(text: string): string | null {
  const address = text.trim()
  return address.length <= LONGEST_EMAIL && INVITEE_EMAIL.test(address) ? null : bookingMessages.email
}

export const cancelMessages = { reason: 'Please provide a reason for canceling this booking.' } as const

/** Addresses in one call, and of one booking in a day. */
export const recipientLimits = { aCall: 20, aDay: 50, message: 1000 } as const
export const recipientMessages = {
  none: 'Please enter at least one email address.',
  tooMany: `Please enter at most ${recipientLimits.aCall} email addresses at a time.`,
  tooManyToday: `You can email up to ${recipientLimits.aDay} addresses per booking per day. Please try again tomorrow.`,
} as const
