/**
 * Dot-separated names and a domain whose last label has letters only, or is punycode. Leaves out the characters ? % # and
 * quotes of RFC 5322, which would end or change a `mailto:` link. Free of schemas because the invitee's page imports it.
 */
export const EMAIL_PATTERN =
  /^[\w!$&'*+/=^{|}~-]+(?:\.[\w!$&'*+/=^{|}~-]+)*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i
/** The longest address that SMTP can deliver to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

export const EMAIL_INVALID = 'Please enter a valid email address'

/** The error of an email address, or null if it is valid. Surrounding spaces are ignored. */
export function emailError(text: string): string | null {
  const address = text.trim()
  return address.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(address) ? null : EMAIL_INVALID
}
