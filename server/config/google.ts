import type { CalendarCheck } from '../../contract/bookings/invitee-calendar-check.ts'
import type { GoogleConfig } from '../adapters/google-oidc.ts'

const ISSUER = 'https://accounts.google.com'
const API_ROOT = 'https://www.googleapis.com/'
const REVOCATION_URL = 'https://oauth2.googleapis.com/revoke'
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

/**
 * Google revokes what a person granted to any client of a project. For hosts who check their own calendar as invitees,
 * that must not be the server's. The IDs of clients begin with the number of their project.
 */
function isOfOtherProject(clientId: string, serverClientId: string): boolean {
  const [project, serverProject] = [clientId, serverClientId].map((id) => /^\d+/.exec(id)?.[0])
  return project !== undefined && serverProject !== undefined && project !== serverProject
}

export const calendarCheckOf = (
  google: Omit<GoogleConfig, 'clientSecret'>,
  clientId: string,
): CalendarCheck => {
  const issuer = google.issuer.replace(/\/$/, '')
  const isRevocable = google.sandbox || isOfOtherProject(clientId, google.clientId)
  const revocationUrl = issuer === ISSUER ? REVOCATION_URL : `${issuer}/revoke`
  return {
    clientId,
    authorizationUrl: `${issuer}/o/oauth2/v2/auth`,
    freeBusyUrl: new URL('calendar/v3/freeBusy', google.apiRoot).href,
    revocationUrl: isRevocable ? revocationUrl : null,
  }
}
