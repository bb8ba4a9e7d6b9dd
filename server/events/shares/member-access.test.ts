import { beforeEach, describe, expect, test } from 'vitest'
import type { RouteName } from '../../../contract/api/routes.ts'
import { byInvitee, inviteeOf, ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { shareWith } from '../../../testing/bookings/shared-event.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'

const eleven = '2027-01-04T16:00:00.000Z'

describe('the people an event is shared with', () => {
  const app = setUpApp()
  let round = 0
  /** By who they are: the session they send, and what they have instead of the booking's own id. */
  let callers: Record<string, { token?: string; id: string }>
  let ownId: string
  let owner: string
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    round++
    owner = (await signIn(app.origin, `owner${round}@example.com`)).sessionToken
    const stranger = (await signIn(app.origin, `eve${round}@example.com`)).sessionToken
    const event = await ok(app.origin, 'createEvent', {
      token: owner,
      body: { title: 'Talk', allowUsersToEdit: false, allowUsersToCancel: false },
    })
    ownId = await inviteeOf(app, event).booked()
    const shared = { owner, eventId: event.id }
    const viewer = await shareWith(app, shared, `viewer${round}@example.com`, 'view')
    const manager = await shareWith(app, shared, `manager${round}@example.com`, 'manage')
    const former = await shareWith(app, shared, `former${round}@example.com`, 'manage')
    const [listed] = await former.bookings()
    const { id } = listed!
    await former.unshare()
    callers = {
      nobody: { id },
      'a stranger': { token: stranger, id },
      'a former member': { token: former.token, id },
      'someone with View': { token: viewer.token, id },
      'someone with Manage': { token: manager.token, id },
    }
  })

  const gone = '404 booking_not_found'
  const private404 = [gone, gone, gone]
  const reason = { cancellationReason: 'Ill' }
  const fields = { customFieldsCollections: [] }
  const emails = { emails: ['ann@example.com'] }

  test.each([
    ['getBooking', undefined, [...private404, '200', '200']],
    ['fillPostBookingFields', fields, ['401 authentication_required', gone, gone, '200', '200']],
    ['updateBooking', { startUTC: eleven }, [...private404, '403 forbidden', '200']],
    ['cancelBooking', reason, ['401 authentication_required', gone, gone, '403 forbidden', '200']],
    ['cancelBooking', byInvitee, [...private404, '403 forbidden', '200']],
    ['inviteUsers', emails, [...private404, gone, gone]],
    ['shareBooking', emails, [...private404, gone, gone]],
    ['removeGuest', undefined, [...private404, gone, gone]],
    ['erasePersonalData', undefined, [...private404, gone, gone]],
  ] as [RouteName, object | undefined, string[]][])('%s %j', async (name, body, expected) => {
    const answers: string[] = []
    for (const { id, token } of Object.values(callers)) {
      const params = { id, guestId: crypto.randomUUID() }
      const reply = await call(app.origin, name, { params, ...(body && { body }), ...(token && { token }) })
      answers.push(reply.success ? '200' : `${reply.status} ${reply.code}`)
    }
    expect(Object.fromEntries(Object.keys(callers).map((who, at) => [who, answers[at]]))).toEqual(
      Object.fromEntries(Object.keys(callers).map((who, at) => [who, expected[at]])),
    )
  })

  test('act as anyone does with the booking’s own id, which they are never shown', async () => {
    const { token } = callers['someone with Manage']!
    const { access, bookingData } = await ok(app.origin, 'getBooking', {
      token: token!,
      params: { id: ownId },
    })
    expect([access.role, bookingData.history]).toEqual(['invitee', []])
    // As the invitee, whom this event doesn't let change anything.
    const asInvitee = { token: token!, params: { id: ownId } }
    const body = { startUTC: eleven, fullName: 'Bob', email: 'bob@example.com' }
    expect(await call(app.origin, 'updateBooking', { ...asInvitee, body })).toMatchObject({ status: 403 })
    expect(await call(app.origin, 'cancelBooking', { ...asInvitee, body: reason })).toMatchObject({
      status: 404,
    })
    expect(await call(app.origin, 'fillPostBookingFields', { ...asInvitee, body: fields })).toMatchObject({
      status: 404,
    })
  })

  test('with Manage can only move a booking, not change its invitee', async () => {
    const { token, id } = callers['someone with Manage']!
    const body = { startUTC: eleven, fullName: 'Eve', email: 'eve@example.com' }
    await ok(app.origin, 'updateBooking', { token: token!, params: { id }, body })
    const { bookingData } = await ok(app.origin, 'getBooking', { token: owner, params: { id: ownId } })
    expect(bookingData).toMatchObject({ startUtc: eleven, fullName: 'Bob', email: 'bob@example.com' })
    expect(bookingData.history).toContainEqual(
      expect.objectContaining({ action: 'moved', by: 'member', byEmail: `manager${round}@example.com` }),
    )
  })

  test('see the times a booking can move to, its own among them', async () => {
    const { token, id } = callers['someone with Manage']!
    const { eventData } = await ok(app.origin, 'getBooking', { token: token!, params: { id } })
    const { id: eventId } = await ok(app.origin, 'getPublicEvent', {
      params: { bookingUrlId: eventData.bookingUrlId! },
    })
    const day = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'UTC', bookingId: id }
    const starts = async (as?: string) =>
      (
        await ok(app.origin, 'listSlots', { params: { id: eventId }, query: day, ...(as && { token: as }) })
      ).map(({ startUtc }) => startUtc)
    expect(await starts(token)).toContain(ten)
    for (const who of ['nobody', 'a former member'])
      expect(await starts(callers[who]!.token)).not.toContain(ten)
  })
})
