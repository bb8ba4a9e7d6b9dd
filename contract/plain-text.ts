/** Control and bidirectional characters, which let a name or title disguise itself as something else. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const UNPRINTABLE_BUT_LINES = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Normalizes one line of text: no control or bidirectional characters, trimmed; empty if nothing is visible. */
export const plainLine = (text: string) => {
  const line = text.toWellFormed().replace(UNPRINTABLE, ' ').trim()
  return /[^\p{Cf}\p{Z}\p{M}]/u.test(line) ? line : ''
}
/** The same for multi-line text. */
export const plainText = (text: string) =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNPRINTABLE_BUT_LINES, ' ').trim()

/** Ends a sentence; initials at its end already do. */
export const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
