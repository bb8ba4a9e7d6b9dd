import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../../contract/events/event.schema.ts'
import { MAX_EVENT_SHARES, OWN_SHARE } from '../../../contract/events/event-shares.ts'
import { quotas } from '../../../contract/account/quotas.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { claimShares } from '../../hosts/claim-shares.ts'
import { hosts } from '../../db/tables/hosts.ts'
import { eventShares } from '../../db/tables/event-shares.ts'

describe('sharing events', () => {
  const app = setUpApp()
  let owner: { token: string; id: string }
  let event: Event
  let max: string
  let maxEmail: string
  let count = 0
  beforeEach(async () => {
    const { sessionToken, user } = await signIn(app.origin, `owner${++count}@example.com`, {
      name: 'Ada Byron',
    })
    owner = { token: sessionToken, id: user.id }
    maxEmail = `max${count}@example.com`
    max = (await signIn(app.origin, maxEmail)).sessionToken
    event = await ok(app.origin, 'createEvent', {
      token: owner.token,
      body: { title: 'Intro call', description: 'Bring your plan.' },
    })
  })

  const share = (email: string, role = 'view', token = owner.token) =>
    call(app.origin, 'shareEvent', { token, params: { id: event.id }, body: { email, role } })
  const shares = () => ok(app.origin, 'listEventShares', { token: owner.token, params: { id: event.id } })
  const sharedWith = (token: string) => ok(app.origin, 'listSharedEvents', { token })
  const unshare = (userId: string, token = owner.token) =>
    call(app.origin, 'unshareEvent', { token, params: { id: event.id, userId } })
  const activity = async () =>
    (await ok(app.origin, 'listActivity', { token: owner.token })).activities.map(
      ({ kind: what, details }) => [what, details],
    )

  test('a person finds the event, and nothing else of its owner', async () => {
    await ok(app.origin, 'createEvent', { token: owner.token, body: { title: 'Secret plan' } })
    const reply = await share(maxEmail.toUpperCase(), 'manage')
    expect(reply).toMatchObject({ status: 201, data: { email: maxEmail, role: 'manage' } })
    expect(await shares()).toEqual([{ userId: expect.any(String), email: maxEmail, role: 'manage' }])
    expect(await sharedWith(max)).toEqual([
      {
        id: event.id,
        title: 'Intro call',
        duration: 30,
        meetVia: 'google-meet',
        location: '',
        bookingUrlId: event.bookingUrlId,
        ownerName: 'Ada Byron',
        role: 'manage',
        isAcceptingBookings: true,
        linksOnly: false,
        createdAt: event.createdAt,
      },
    ])
    for (const name of ['getEvent', 'updateEvent', 'deleteEvent', 'listEventShares'] as const) {
      const asked = { token: max, params: { id: event.id }, ...(name === 'updateEvent' && { body: {} }) }
      expect(await call(app.origin, name, asked)).toMatchObject({ status: 404 })
    }
    expect(await ok(app.origin, 'listEvents', { token: max })).toEqual([])
    expect((await share('eve@example.com', 'view', max)).status).toBe(404)
  })

  test('answers the same for addresses with and without an account', async () => {
    const answers = [await share(maxEmail), await share(`nobody${count}@example.com`)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await shares()).map((one) => Object.keys(one))).toEqual([
      ['userId', 'email', 'role'],
      ['userId', 'email', 'role'],
    ])
    const late = await signIn(app.origin, `nobody${count}@example.com`)
    expect(await sharedWith(late.sessionToken)).toMatchObject([{ id: event.id }])
  })

  test('an address is the same however its domain is written', async () => {
    expect(await share(`Ann${count}+work@Müller.example`)).toMatchObject({ status: 201 })
    const { sessionToken: token, user } = await signIn(app.origin, `ann${count}+work@müller.example`)
    expect(user.email).toBe(`ann${count}+work@xn--mller-kva.example`)
    expect(await sharedWith(token)).toMatchObject([{ id: event.id }])
    const own = await ok(app.origin, 'createEvent', { token, body: { title: 'Own' } })
    const body = { email: `ann${count}+work@MÜLLER.example`, role: 'view' as const }
    expect(await call(app.origin, 'shareEvent', { token, params: { id: own.id }, body })).toMatchObject({
      fields: { email: 'You own this event' },
    })
  })

  test('an address that Google did not verify gets nothing', async () => {
    const email = `unverified${count}@example.com`
    const { sessionToken, user } = await signIn(app.origin, email)
    await app.db.update(hosts).set({ emailVerified: false }).where(eq(hosts.id, user.id))
    await share(email)
    expect(await sharedWith(sessionToken)).toEqual([])
  })

  test('an address that passed to somebody else leads to them, and never to its former holder', async () => {
    const email = `passed${count}@example.com`
    const newer = await signIn(app.origin, `newer${count}@example.com`)
    // Google gave the address of the newer account to the older one, which signs in again.
    await share(email)
    await app.db.update(hosts).set({ email }).where(eq(hosts.id, newer.user.id))
    await app.db.update(eventShares).set({ memberId: newer.user.id }).where(eq(eventShares.email, email))
    const { user } = await signIn(app.origin, maxEmail)
    await app.db.update(hosts).set({ email }).where(eq(hosts.id, user.id))
    await app.db.transaction((tx) => claimShares(tx, user.id, email))
    await share(email)
    expect(await sharedWith(max)).toMatchObject([{ id: event.id }])
    expect(await sharedWith(newer.sessionToken)).toEqual([])
  })

  test('an owner whose address becomes the one they shared with stays the owner', async () => {
    const email = `own${count}@example.com`
    await share(email)
    await app.db.transaction((tx) => claimShares(tx, owner.id, email))
    expect(await sharedWith(owner.token)).toEqual([])
  })

  test('sharing again changes the role, even twice at once', async () => {
    const replies = await Promise.all([share(maxEmail), share(maxEmail), share(maxEmail)])
    expect(new Set(replies.map((reply) => reply.success && reply.data.userId)).size).toBe(1)
    expect(await share(maxEmail, 'manage')).toMatchObject({ status: 201, data: { role: 'manage' } })
    expect(await sharedWith(max)).toMatchObject([{ role: 'manage' }])
    const [{ userId } = { userId: '' }] = await shares()
    const change = (role: string) =>
      call(app.origin, 'changeEventShare', {
        token: owner.token,
        params: { id: event.id, userId },
        body: { role },
      })
    for (const reply of await Promise.all([change('view'), change('view')]))
      expect(reply).toMatchObject({ status: 200, data: { userId, email: maxEmail, role: 'view' } })
    expect(await sharedWith(max)).toMatchObject([{ role: 'view' }])
    expect(await change('owner')).toMatchObject({ status: 400 })
    const { activities } = await ok(app.origin, 'listActivity', { token: owner.token })
    const roles = activities.flatMap((one) => (one.kind === 'event_shared' ? [one.details.role] : []))
    expect(roles.toSorted()).toEqual(['manage', 'view', 'view'])
  })

  test('rejects the own address, too many people, and unknown events and people', async () => {
    expect(await share(`Owner${count}@example.com`)).toMatchObject({
      status: 400,
      fields: { email: 'You own this event' },
    })
    expect(await share('not an address')).toMatchObject({ status: 400 })
    const row = (at: number) => ({
      hostId: owner.id,
      eventId: event.id,
      id: crypto.randomUUID(),
      email: `person${at}@example.com`,
      role: 'view' as const,
      createdAt: app.clock.now,
    })
    await app.db.insert(eventShares).values(Array.from({ length: MAX_EVENT_SHARES - 1 }, (_, at) => row(at)))
    const last = await Promise.all([share('one@example.com'), share('two@example.com')])
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    const unknown = crypto.randomUUID()
    for (const userId of [unknown, 'x', OWN_SHARE]) expect((await unshare(userId)).status).toBe(404)
    for (const id of [unknown, 'x']) {
      const asked = { token: owner.token, params: { id, userId: unknown } }
      const replies = await Promise.all([
        call(app.origin, 'listEventShares', asked),
        call(app.origin, 'shareEvent', { ...asked, body: { email: maxEmail, role: 'view' } }),
        call(app.origin, 'changeEventShare', { ...asked, body: { role: 'view' } }),
        call(app.origin, 'unshareEvent', asked),
        call(app.origin, 'unshareEvent', { ...asked, params: { id, userId: OWN_SHARE } }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
  })

  test('counts against what an account can store', async () => {
    const other = await ok(app.origin, 'createEvent', { token: owner.token, body: { title: 'Other' } })
    await app.db.insert(eventShares).values(
      Array.from({ length: quotas.eventShares }, (_, at) => ({
        hostId: owner.id,
        eventId: other.id,
        id: crypto.randomUUID(),
        email: `person${at}@example.com`,
        role: 'view' as const,
        createdAt: app.clock.now,
      })),
    )
    expect(await share(maxEmail)).toMatchObject({ code: 'quota_exceeded' })
    expect(await shares()).toEqual([])
  })

  test('ends when the owner takes it back or the person leaves, and both are recorded', async () => {
    const added = await share(maxEmail)
    const userId = added.success ? added.data.userId : ''
    expect((await unshare(userId, max)).status).toBe(404)
    const once = await Promise.all([unshare(userId), unshare(userId)])
    expect(once.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await sharedWith(max)).toEqual([])
    await share(maxEmail)
    const left = await Promise.all([unshare(OWN_SHARE, max), unshare(OWN_SHARE, max)])
    expect(left.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect([await sharedWith(max), await shares()]).toEqual([[], []])
    const details = { title: 'Intro call', email: maxEmail }
    const recorded = await activity()
    expect(recorded).toContainEqual(['event_unshared', details])
    expect(recorded).toContainEqual(['event_share_left', details])
  })

  test('a deleted event disappears and returns with its restoration; a paused, archived one stays', async () => {
    await share(maxEmail)
    const set = (body: object) =>
      ok(app.origin, 'updateEvent', { token: owner.token, params: { id: event.id }, body })
    await set({ isEnabled: false, isArchived: true })
    expect(await sharedWith(max)).toMatchObject([{ id: event.id, isAcceptingBookings: false }])
    await set({ isDeleted: true })
    expect(await sharedWith(max)).toEqual([])
    expect((await unshare(OWN_SHARE, max)).status).toBe(404)
    await set({ isDeleted: false })
    expect(await sharedWith(max)).toHaveLength(1)
  })

  test("the owner's account closes and reopens with its shares; a removed person's share is gone", async () => {
    await share(maxEmail)
    const close = (token: string) =>
      ok(app.origin, 'deleteAccount', { token, body: { confirmation: 'DELETE' } })
    await close(owner.token)
    expect(await sharedWith(max)).toEqual([])
    owner.token = (await signIn(app.origin, `owner${count}@example.com`)).sessionToken
    expect(await sharedWith(max)).toHaveLength(1)
    await close(max)
    app.clock.now += 8 * 86_400_000
    await signIn(app.origin, maxEmail)
    owner.token = (await signIn(app.origin, `owner${count}@example.com`)).sessionToken
    expect(await shares()).toEqual([])
  })
})
