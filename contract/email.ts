// Servers and browsers have it, and this folder is compiled without the types of either.
declare const URL: { new (url: string): { hostname: string }; canParse(url: string): boolean }

/**
 * Dot-separated names and a domain whose last label has letters only, or is punycode. Leaves out the characters ? % #
 * and quotes of RFC 5322, which would end or change a `mailto:` link. Free of schemas because the invitee's page
 * imports it.
 */
export const EMAIL_PATTERN =
  /^[\w!$&'*+/=^{|}~-]+(?:\.[\w!$&'*+/=^{|}~-]+)*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i
/** The longest address that SMTP can deliver to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

export const EMAIL_INVALID = 'Please enter a valid email address'

export const EMAIL_NAME_NOT_ASCII =
  'We can’t send email to addresses with letters such as ü before the @. Please use another one'

/** An address without the invisible characters that are copied from pages along with it. Domains can have joiners. */
export const visibleAddress = (text: string) => text.replace(/[^\P{Cf}\u200c\u200d]/gu, '').trim()

/** The address to send email to, as it is stored. */
export const plainAddress = (text: string) => withAsciiDomain(visibleAddress(text))

/** The error of an email address, or null if it is valid. */
export function emailError(text: string): string | null {
  const address = plainAddress(text)
  if (address.length > MAX_EMAIL_LENGTH) return EMAIL_INVALID
  if (EMAIL_PATTERN.test(address)) return null
  return EMAIL_PATTERN.test(address.replace(/[^\p{ASCII}]/gu, 'x')) ? EMAIL_NAME_NOT_ASCII : EMAIL_INVALID
}

/**
 * Writes a domain such as müller.example as xn--mller-kva.example. Mail servers and calendars understand only that form
 * of it. Leaves anything else as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  const hasOtherLetters = /^(?!\p{ASCII}*$)[\p{L}\p{M}\p{N}.-]+$/u.test(domain)
  if (at === 0 || !hasOtherLetters || !URL.canParse(`http://${domain}`)) return address
  return address.slice(0, at) + new URL(`http://${domain}`).hostname
}
