import { isLoopback } from './values.ts'

/** Without any of these, its part of the sandbox is used. */
const realParts = ['GOOGLE_CLIENT_ID', 'SMTP_URL', 'STRIPE_SECRET_KEY']

const REASON =
  'in sandbox mode, because anyone who reaches the sandbox can use its stand-ins for Google, email and payments. Set ' +
  'SANDBOX_ALLOW_REMOTE=true to allow it, or BOOMTIME_MODE=production'

/** Reports settings with which other machines reach the sandbox, directly or through a proxy. */
export function refuseRemoteSandbox(
  given: Readonly<Record<string, string | undefined>>,
  isMissing: (name: string) => boolean,
  report: (name: string, problem: string) => void,
): void {
  const { BOOMTIME_MODE: mode, SANDBOX_ALLOW_REMOTE: isAllowed, HOST: host, PUBLIC_URL: url } = given
  if (mode === 'production' || isAllowed === 'true') return
  if (host && !isLoopback(host)) report('HOST', `must be 127.0.0.1 ${REASON}`)
  const isPublic = url && URL.canParse(url) && !isLoopback(new URL(url).hostname)
  if (isPublic && realParts.some(isMissing)) report('PUBLIC_URL', `must be on this machine ${REASON}`)
}
