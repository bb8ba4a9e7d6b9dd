import type { CalendarCheck } from '../../../../contract/bookings/invitee-calendar-check.ts'

/**
 * Gives back Google's permission, even while the page is being left. Without an answer, the token ends after an hour.
 */
export function revokeAccess({ revocationUrl }: CalendarCheck, token: string): void {
  if (revocationUrl === null) return
  fetch(revocationUrl, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    // Google doesn't let pages read the answer.
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {})
}
