import { CalendarError, type CalendarErrorReason } from '../../adapters/calendar-provider.ts'
import { asksForDigest } from '../asks-for-digest.ts'
import { retryAfterMs } from '../retry-after.ts'

/** A response with a status that isn't a success. What the server wrote is looked at, but kept nowhere. */
export class DavRefusal extends CalendarError {
  readonly status: number
  /** Whether a REPORT was refused because of its sync token (RFC 6578, 3.2). */
  readonly isAboutToken: boolean

  constructor(status: number, headers: Headers, body: string) {
    const reason = reasonOf(status, headers)
    super(reason, `The server refused the request (${status})`, {
      retryAfterMs: retryAfterMs(headers),
      trouble: troubleOf(status, headers, reason),
    })
    this.status = status
    this.isAboutToken = body.includes('valid-sync-token')
  }
}

function reasonOf(status: number, headers: Headers): CalendarErrorReason {
  if (status === 401) return asksForDigest(headers) ? 'unreachable' : 'revoked'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'calendar_gone'
  if (status === 429 || (status === 503 && headers.has('retry-after'))) return 'rate_limited'
  // The methods and conditions that a proxy or a server that is starting answers with.
  if (status >= 500 || [405, 408, 409, 412, 421, 423, 425].includes(status)) return 'unreachable'
  return 'rejected'
}

function troubleOf(status: number, headers: Headers, reason: CalendarErrorReason) {
  if (status === 401) return asksForDigest(headers) ? 'digest_login' : 'login_refused'
  return status >= 500 || reason === 'rate_limited' ? 'server_error' : undefined
}

/** What a request that wasn't answered means once the account is connected: what stood in the way may go away. */
export function davError(error: unknown): unknown {
  if (!(error instanceof CalendarError) || error.reason !== 'rejected' || error.trouble === 'too_large')
    return error
  return new CalendarError('unreachable', error.message, { trouble: error.trouble })
}
