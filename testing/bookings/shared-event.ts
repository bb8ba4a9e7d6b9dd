import type { ShareRole } from '../../contract/events/event-shares.ts'
import { ok, signIn, type TestApp } from '../server/test-app.ts'

/** Shares an event as its owner, and returns what the person may do with it. */
export async function shareWith(
  app: TestApp,
  { owner, eventId }: { owner: string; eventId: string },
  email: string,
  role: ShareRole,
) {
  const { sessionToken: token } = await signIn(app.origin, email)
  const { userId } = await ok(app.origin, 'shareEvent', {
    token: owner,
    params: { id: eventId },
    body: { email, role },
  })
  return {
    token,
    userId,
    bookings: async () =>
      (await ok(app.origin, 'listBookings', { token, query: { shared: 'true' } })).bookings,
    unshare: () => ok(app.origin, 'unshareEvent', { token: owner, params: { id: eventId, userId } }),
  }
}
