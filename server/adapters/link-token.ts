import { randomBytes } from 'node:crypto'

/** Enough that nobody guesses a booking's link. */
const BYTES = 18

/** An unguessable part of a link, at its end. */
export const newLinkToken = () => linkEnd(() => randomBytes(BYTES).toString('base64url'))

/**
 * Makes random texts in base64url until one ends in a letter or a digit. Thunderbird and others leave a hyphen or an
 * underscore at the end out of the links that they find in plain text, such as in emails and calendar entries.
 */
export function linkEnd(make: () => string): string {
  for (;;) {
    const text = make()
    if (/[a-z\d]$/i.test(text)) return text
  }
}
