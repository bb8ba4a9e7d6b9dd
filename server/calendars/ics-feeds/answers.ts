import type { OutgoingAnswer } from '../../adapters/outgoing/outgoing-fetch.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { asksForDigest } from '../asks-for-digest.ts'
import { retryAfterMs } from '../retry-after.ts'

/** Why an answer isn't a feed; null for one that may be. */
export function problemOf({ status, headers }: OutgoingAnswer): CalendarError | null {
  if (status === 200 || status === 304) return null
  const message = `The server answered ${status}`
  // A feed can come back, so none of these is final.
  if (status === 401 || status === 403)
    return new CalendarError('rejected', message, {
      trouble: asksForDigest(headers) ? 'digest_login' : 'login_refused',
    })
  if (status === 404 || status === 410)
    return new CalendarError('rejected', message, { trouble: 'not_found' })
  const waitMs = retryAfterMs(headers)
  const isLimited = status === 429 || (status === 503 && waitMs !== undefined)
  return new CalendarError(isLimited ? 'rate_limited' : 'unreachable', message, {
    retryAfterMs: waitMs,
    trouble: 'server_error',
  })
}
