import { percentDecoded } from '../../adapters/outgoing/percent-decoded.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'

/** What an account's stored secret says. */
export interface CaldavCredential {
  username: string
  password: string
  /** URL of the principal, from which everything else can be found again. */
  principal: string
  /** URLs of the collections that contain the calendars. */
  homes: string[]
  /** The host's own addresses in this account as URIs, such as `mailto:ann@example.com`. */
  addresses: string[]
}

export const formatCredential = (credential: CaldavCredential): string => JSON.stringify(credential)

export function parseCredential(text: string): CaldavCredential {
  try {
    return JSON.parse(text) as CaldavCredential
  } catch {
    // The parser's error quotes the text.
    throw new CalendarError('revoked', 'The stored credential is malformed')
  }
}

/** The email addresses among URIs. */
export const emailsOf = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) => {
    const [, email] = /^mailto:(.+)$/i.exec(address) ?? []
    return email === undefined ? [] : [percentDecoded(email)]
  })
