import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { quotas } from '../../contract/account/quotas.ts'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, googleFault, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { activities } from '../db/tables/activities.ts'
import { events } from '../db/tables/events.ts'
import { recordActivity, removeOldActivities } from '../hosts/record-activity.ts'

const later = '2027-01-08T15:00:00.000Z'

describe('the activity of an account', () => {
  const app = setUpApp()
  let token: string
  let hostId: string
  let email: string
  let hosts = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    email = `host${++hosts}@example.com`
    const session = await signIn(app.origin, email)
    token = session.sessionToken
    hostId = session.user.id
  })

  const list = (as = token, query: Record<string, string> = {}) =>
    ok(app.origin, 'listActivity', { token: as, query })
  /** What was recorded besides the sign-in, oldest first. */
  const recorded = async () =>
    (await list()).activities
      .filter(({ kind }) => kind !== 'signed_in')
      .toReversed()
      .map(({ kind, details }) => [kind, details])
  /** Calls at a time of their own, so that they are in order. */
  const then = <T>(act: () => Promise<T>) => {
    app.clock.now += 1000
    return act()
  }

  test('shows shares, deletions and restorations', async () => {
    const collection = await ok(app.origin, 'createCollection', {
      token,
      body: { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] },
    })
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    const params = { id: collection.id }
    const body = { email: 'ann@example.com' }
    const { userId } = await then(() => ok(app.origin, 'shareCollection', { token, params, body }))
    // She has it already.
    await then(() => ok(app.origin, 'shareCollection', { token, params, body }))
    await then(() => ok(app.origin, 'unshareCollection', { token, params: { ...params, userId } }))
    await then(() => ok(app.origin, 'deleteCollection', { token, params }))
    await then(() => ok(app.origin, 'updateCollection', { token, params, body: { isDeleted: false } }))
    await then(() => ok(app.origin, 'deleteEvent', { token, params: { id: event.id } }))
    await then(() =>
      ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isDeleted: false } }),
    )
    await then(() =>
      ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isDeleted: true } }),
    )
    const share = { name: 'About you', email: 'ann@example.com' }
    expect(await recorded()).toEqual([
      ['collection_shared', share],
      ['collection_unshared', share],
      ['collection_deleted', { name: 'About you' }],
      ['collection_restored', { name: 'About you' }],
      ['event_deleted', { title: 'Talk' }],
      ['event_restored', { title: 'Talk' }],
      ['event_deleted', { title: 'Talk' }],
    ])
  })

  test('shows exports, and a closed and reopened account', async () => {
    for (const path of ['boomEventsBookings/export.csv', 'account/export'])
      await then(async () => {
        const headers = { 'x-boomtime-client': 'webapp', authorization: `Bearer ${token}` }
        await (await fetch(`${app.origin}/api/webapp/${path}`, { headers })).arrayBuffer()
      })
    await then(() => ok(app.origin, 'deleteAccount', { token, body: { confirmation: 'DELETE' } }))
    await then(async () => (token = (await signIn(app.origin, email)).sessionToken))
    expect(await recorded()).toEqual([
      ['bookings_exported', {}],
      ['account_exported', {}],
      ['account_closed', {}],
      ['account_reopened', {}],
    ])
  })

  test('shows refusals, once an hour, to their host alone', async () => {
    const other = (await signIn(app.origin, `other${hosts}@example.com`)).sessionToken
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    const id = await inviteeOf(app, event).booked(later)
    const invite = (from: number) =>
      call(app.origin, 'inviteUsers', {
        params: { id },
        body: { emails: Array.from({ length: 20 }, (_, index) => `g${hosts}.${from + index}@example.com`) },
      })
    expect((await invite(0)).status).toBe(200)
    for (const from of [20, 40]) expect((await invite(from)).status).toBe(429)
    const [row] = await app.db.select().from(events)
    const copies = Array.from({ length: quotas.events }, () => ({
      ...row!,
      hostId,
      id: crypto.randomUUID(),
      bookingLinkId: crypto.randomUUID(),
    }))
    await app.db.insert(events).values(copies)
    const create = () => call(app.origin, 'createEvent', { token, body: { title: 'One more' } })
    expect((await then(create)).status).toBe(403)
    expect((await then(create)).status).toBe(403)
    app.clock.now += 3_600_000
    expect((await then(create)).status).toBe(403)
    expect(await recorded()).toEqual([
      ['recipients_refused', {}],
      ['quota_refused', { quota: 'events' }],
      ['quota_refused', { quota: 'events' }],
    ])
    expect((await list(other)).activities.map(({ kind }) => kind)).toEqual(['signed_in'])
    const text = JSON.stringify(await list())
    for (const secret of [id, 'g1.', 'bob@example.com', token]) expect(text).not.toContain(secret)
  })

  test('shows that Google took the calendar away', async () => {
    await googleFault(app.origin, { match: 'token', kind: 'invalid_grant', revoke: true, times: 0, email })
    await googleFault(app.origin, { match: 'calendarList', kind: 'status', status: 401, times: 0, email })
    await call(app.origin, 'listCalendars', { token })
    await googleFault(app.origin, null)
    expect(await recorded()).toEqual([['calendar_disconnected', { problem: 'revoked' }]])
  })

  test('comes in pages of 50, even if much happened at once', async () => {
    for (let count = 1; count <= 120; count++)
      await recordActivity(
        app.db,
        hostId,
        { kind: 'bookings_removed', details: { count } },
        app.clock.now + (count % 3),
      )
    const pages = [await list()]
    while (pages.at(-1)!.next !== null) pages.push(await list(token, { before: pages.at(-1)!.next! }))
    expect(pages.map(({ activities: page }) => page.length)).toEqual([50, 50, 21])
    const all = pages.flatMap(({ activities: page }) => page)
    expect(new Set(all.map(({ id }) => id)).size).toBe(121)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )

    const other = (await signIn(app.origin, `other${hosts}@example.com`)).sessionToken
    expect(await list(other, { before: pages[0]!.next! })).toEqual({ activities: [], next: null })
    expect(await call(app.origin, 'listActivity', { token, query: { before: '1' } })).toMatchObject({
      status: 400,
      error: 'Use the id of an activity',
    })
  })

  test('is kept for 180 days', async () => {
    const kept = () => app.db.$count(activities, eq(activities.hostId, hostId))
    app.clock.now += 180 * DAY
    await removeOldActivities(app.deps)
    expect(await kept()).toBe(1)
    app.clock.now += 1
    await removeOldActivities(app.deps)
    expect(await kept()).toBe(0)
  })
})
