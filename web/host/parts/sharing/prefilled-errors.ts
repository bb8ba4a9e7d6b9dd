import { invitationLimits, recipientMessages } from '../../../../contract/bookings/booking-messages.ts'
import { guestsIn, type PrefilledPart } from '../../../../contract/bookings/prefilled-link.ts'
import { emailError } from '../../../../contract/email.ts'

export type PrefilledParts = Record<PrefilledPart, string>

/** The parts that the link leaves out, and why. */
export function prefilledErrors({
  email,
  guests,
}: Pick<PrefilledParts, 'email' | 'guests'>): Partial<PrefilledParts> {
  const emailProblem = email.trim() === '' ? null : emailError(email)
  const guestsProblem = guestsError(guests)
  return {
    ...(emailProblem !== null && { email: emailProblem }),
    ...(guestsProblem !== null && { guests: guestsProblem }),
  }
}

function guestsError(guests: string): string | null {
  const unfit = guests.split(/[,;\n]/).find((guest) => guest.trim() !== '' && emailError(guest) !== null)
  if (unfit !== undefined) return `This isn’t a valid email address: ${unfit.trim()}`
  return guestsIn([guests]).length > invitationLimits.perCall ? recipientMessages.tooMany : null
}
