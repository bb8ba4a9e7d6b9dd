import type { CalendarCheck } from '../contract/calendar-check.ts'

export interface GoogleConfig {
  issuer: string
  apiRoot: string
  clientId: string
  clientSecret: string
  sandbox: boolean
}

const ISSUER = 'https://accounts.google.com'
const API_ROOT = 'https://www.googleapis.com/'
const SANDBOX_CLIENT = 'boomtime-sandbox'
export const SANDBOX_BROWSER_CLIENT = 'boomtime-sandbox-browser'

interface GoogleVariables {
  GOOGLE_ISSUER?: string | undefined
  GOOGLE_API_ROOT?: string | undefined
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  GOOGLE_BROWSER_CLIENT_ID?: string | undefined
}

/** `sandboxUrl`: where the sandbox Google is; null if it isn't used. */
export function googleOf(
  values: GoogleVariables,
  sandboxUrl: string | null,
): { google: GoogleConfig; calendarCheck: CalendarCheck | null } {
  const google = {
    issuer: values.GOOGLE_ISSUER ?? sandboxUrl ?? ISSUER,
    apiRoot: values.GOOGLE_API_ROOT ?? (sandboxUrl === null ? API_ROOT : `${sandboxUrl}/`),
    clientId: values.GOOGLE_CLIENT_ID ?? SANDBOX_CLIENT,
    clientSecret: values.GOOGLE_CLIENT_SECRET ?? SANDBOX_CLIENT,
    sandbox: sandboxUrl !== null,
  }
  const clientId = sandboxUrl === null ? values.GOOGLE_BROWSER_CLIENT_ID : SANDBOX_BROWSER_CLIENT
  return { google, calendarCheck: clientId === undefined ? null : calendarCheckOf(google, clientId) }
}

export const calendarCheckOf = (
  { issuer, apiRoot }: Pick<GoogleConfig, 'issuer' | 'apiRoot'>,
  clientId: string,
): CalendarCheck => ({
  clientId,
  authorizationUrl: `${issuer.replace(/\/$/, '')}/o/oauth2/v2/auth`,
  freeBusyUrl: new URL('calendar/v3/freeBusy', apiRoot).href,
})
