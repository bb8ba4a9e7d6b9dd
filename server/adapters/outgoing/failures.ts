import { CalendarError } from '../calendar-provider.ts'

const CERTIFICATE =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT_)/

/**
 * Why a request failed. The error itself isn't kept, because such errors quote hosts and headers: only its code, which
 * is a constant of Node, zlib or undici.
 */
export function describeFailure(error: unknown, hasTimedOut: boolean): CalendarError {
  if (error instanceof CalendarError) return error
  if (hasTimedOut)
    return new CalendarError('unreachable', 'No complete answer in time', { trouble: 'too_slow' })
  const code = codeOf(error)
  const trouble = CERTIFICATE.test(code) ? 'certificate' : 'unreachable'
  return new CalendarError('unreachable', `The request failed (${code})`, { trouble })
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'unknown'
}
