/** Content lines of RFC 5545. */

const MAX_LINE_OCTETS = 75
const CRLF = '\r\n'

/** Characters that must not occur in a file; line breaks are handled before. */
const UNPRINTABLE = /(?![\n\t])\p{Cc}/gu
// UTF-8 can't encode half a surrogate pair, such as a truncated emoji.
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Text as a calendar reads it, with `\n` line breaks. */
export const calendarText = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, '').replaceAll(LONE_SURROGATE, '\uFFFD')

/** A value of type TEXT. */
export const textValue = (text: string) =>
  calendarText(text)
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')

/** A parameter's value as a calendar reads it: one line, without quotation marks. */
export const calendarParameter = (text: string) =>
  calendarText(text)
    .replaceAll(/[\n\t]/g, ' ')
    .replaceAll('"', "'")

/** A date and time in UTC. */
export const utcValue = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A mailto URI. Everything that could end the value or the line is escaped. */
export const mailtoValue = (address: string) => `mailto:${encodeURI(address.replaceAll(LONE_SURROGATE, ''))}`

/** `NAME;PARAMETER="value":value`, folded. The value must already be in the format of its type. */
export function contentLine(name: string, value: string, parameters: Record<string, string> = {}): string {
  const written = Object.entries(parameters).map(([key, given]) => `;${key}=${parameterValue(given)}`)
  return fold(`${name}${written.join('')}:${value}`)
}

function parameterValue(text: string): string {
  // In RFC 6868 a caret starts an escape.
  const value = calendarParameter(text).replaceAll('^', '^^')
  return /^[\w-]+$/.test(value) ? value : `"${value}"`
}

/** Folds into lines of at most 75 octets. Continuation lines start with a space, and no character is split. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_LINE_OCTETS) {
      folded += `${CRLF} `
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded + CRLF
}
