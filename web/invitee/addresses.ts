import { invitationLimits, recipientMessages } from '../../contract/bookings/booking-messages.ts'
import { emailError } from '../../contract/email.ts'

/** Parses addresses separated by commas or lines, without duplicates. */
export const addressesOf = (text: string) => {
  const typed = text
    .split(/[,;\n]/)
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const spellings = typed.map((address) => address.toLowerCase())
  return typed.filter((_, index) => spellings.indexOf(spellings[index]!) === index)
}

/** Names the addresses that aren't valid. */
export const invalidAddressesText = (invalid: readonly string[]) =>
  invalid.length === 1
    ? `This isn’t a valid email address: ${invalid[0]}`
    : `These aren’t valid email addresses: ${invalid.join(', ')}`

/** Why people with these addresses can't be invited; null if they can. */
export function addressesError(addresses: readonly string[]): string | null {
  const invalid = addresses.filter((address) => emailError(address) !== null)
  if (invalid.length > 0) return invalidAddressesText(invalid)
  return addresses.length > invitationLimits.perCall ? recipientMessages.tooMany : null
}
