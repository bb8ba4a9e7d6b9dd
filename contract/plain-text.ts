/** Control characters and the marks that turn the direction of text: they let a name or a title pose as something else. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const UNPRINTABLE_BUT_LINES = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line of text as people mean it: without control characters and direction marks, trimmed; empty where nothing shows. */
export const plainLine = (text: string) => {
  const line = text.toWellFormed().replace(UNPRINTABLE, ' ').trim()
  return /[^\p{Cf}\p{Z}\p{M}]/u.test(line) ? line : ''
}
/** The same for text of several lines. */
export const plainText = (text: string) =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNPRINTABLE_BUT_LINES, ' ').trim()
