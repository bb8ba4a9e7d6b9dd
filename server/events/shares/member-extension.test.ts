import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { scopes } from '../../../contract/scopes.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { bookWithPrivateField, SECRET } from '../../../testing/bookings/private-booking.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { shareWith } from '../../../testing/bookings/shared-event.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { calendarToken } from '../../bookings/guest-links.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { issueToken } from '../../auth/oauth-clients/access-token.ts'

describe('the extension of someone an event is shared with', () => {
  const app = setUpApp()

  test('gets from the links in the owner’s calendar what anyone gets, and can’t change private notes or labels', async () => {
    const { sessionToken: owner } = await signIn(app.origin, 'owner@example.com')
    const { id, event, secrets, fill } = await bookWithPrivateField(app.origin, owner, ten)
    await fill(owner)
    const label = await ok(app.origin, 'createLabel', { token: owner, body: { name: 'VIP', color: 'red' } })
    await ok(app.origin, 'labelBookings', { token: owner, body: { bookingIds: [id], add: [label.id] } })
    const { user } = await signIn(app.origin, 'max@example.com')
    const shared = { owner, eventId: event.id }
    const member = await shareWith(app, shared, 'max@example.com', 'manage')
    expect(await member.bookings()).toHaveLength(1)
    const { token } = await app.db.transaction((tx) =>
      issueToken(tx, user.id, { scopes: [...scopes], userAgent: undefined, now: app.clock.now }),
    )
    const own = await ok(app.origin, 'createLabel', {
      token: member.token,
      body: { name: 'Own', color: 'red' },
    })

    const [booking] = await app.db.select().from(bookings).where(eq(bookings.id, id))
    for (const [link, role] of [
      [id, 'invitee'],
      [await calendarToken(app.db, booking!, app.clock.now), 'calendar'],
    ] as const) {
      const answer = await ok(app.origin, 'getBooking', { token, params: { id: link } })
      expect(answer.access).toMatchObject({ role, shareRole: null })
      expect(answer.bookingData).toMatchObject({ labelIds: [], history: [] })
      for (const secret of [...secrets, label.id]) expect(JSON.stringify(answer)).not.toContain(secret)
      expect((await fill(token)).status).toBe(404)
      for (const labelId of [label.id, own.id]) {
        const body = { bookingIds: [link], add: [labelId] }
        expect(await call(app.origin, 'labelBookings', { token, body })).toMatchObject({ status: 404 })
      }
    }
    const { bookingData } = await ok(app.origin, 'getBooking', { token: owner, params: { id } })
    expect(JSON.stringify(bookingData.customFieldsCollections)).toContain(SECRET)
    expect(bookingData.labelIds).toEqual([label.id])
    expect((await ok(app.origin, 'listBookings', { token })).total).toBe(0)
  })
})
