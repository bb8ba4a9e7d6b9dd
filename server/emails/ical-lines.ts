/** Content lines of RFC 5545. */

const LONGEST_OCTETS = 75
const CRLF = '\r\n'

/** What may not stand in a file at all; line ends are dealt with before. */
const UNPRINTABLE = /(?![\n\t])\p{Cc}/gu
// Half a character, as of an emoji that was cut in two, is nothing UTF-8 can say.
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Text as a calendar will read it: its lines end in `\n`. */
export const calendarText = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, '').replaceAll(LONE_SURROGATE, '\uFFFD')

/** A value of type TEXT. */
export const textValue = (text: string) =>
  calendarText(text)
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')

/** A parameter's value as a calendar will read it: one line, without the quotes that it cannot hold. */
export const calendarParameter = (text: string) =>
  calendarText(text)
    .replaceAll(/[\n\t]/g, ' ')
    .replaceAll('"', "'")

/** A date and time in UTC. */
export const utcValue = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** An address. Whatever could end the value, or the line, is escaped as in any URI. */
export const mailtoValue = (address: string) => `mailto:${encodeURI(address.replaceAll(LONE_SURROGATE, ''))}`

/** `NAME;PARAMETER="value":value`, folded; the value is in the form of its type already. */
export function contentLine(name: string, value: string, parameters: Record<string, string> = {}): string {
  const written = Object.entries(parameters).map(([key, given]) => `;${key}=${parameterValue(given)}`)
  return fold(`${name}${written.join('')}:${value}`)
}

function parameterValue(text: string): string {
  // Readers that know RFC 6868 take a caret for the beginning of an escape.
  const value = calendarParameter(text).replaceAll('^', '^^')
  return /^[\w-]+$/.test(value) ? value : `"${value}"`
}

/** Lines of at most 75 octets, each but the first begun by a space, and no character cut in two. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LONGEST_OCTETS) {
      folded += `${CRLF} `
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded + CRLF
}
