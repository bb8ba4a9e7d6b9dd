import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/events/event.schema.ts'
import { labelMessages } from '../../contract/labels/label-options.ts'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { bookingLabels } from '../db/tables/labels.ts'
import { hosts } from '../db/tables/hosts.ts'

let count = 0
const fields = [{ type: 'single-line', label: 'Company' }]
const START = Date.parse('2027-01-04T15:00:00.000Z')
const slot = (n: number) => new Date(START + n * 1_800_000).toISOString()

describe('what labels are on', () => {
  const app = setUpApp()
  let token: string
  let hostId: string
  let vip: string
  let lead: string
  let event: Event
  let other: { token: string; event: Event; label: string }
  beforeEach(async () => {
    const host = await signIn(app.origin, `host${++count}@example.com`)
    token = host.sessionToken
    hostId = host.user.id
    vip = await label('VIP')
    lead = await label('Lead')
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', labelIds: [lead, vip] } })
    const { sessionToken } = await signIn(app.origin, `other${count}@example.com`)
    other = {
      token: sessionToken,
      event: await ok(app.origin, 'createEvent', { token: sessionToken, body: { title: 'Theirs' } }),
      label: await label('Theirs', sessionToken),
    }
  })

  const label = async (name: string, as = token) =>
    (await ok(app.origin, 'createLabel', { token: as, body: { name, color: 'red' } })).id
  const onEvents = (body: object) =>
    call(app.origin, 'labelEvents', { token, body: { eventIds: [event.id], ...body } })
  const eventLabels = async (id = event.id) =>
    (await ok(app.origin, 'getEvent', { token, params: { id } })).labelIds
  const bookingOf = async (id: string, as?: string) =>
    (await ok(app.origin, 'getBooking', { params: { id }, ...(as && { token: as }) })).bookingData
  const listed = async (query: Record<string, string> = {}) =>
    (await ok(app.origin, 'listBookings', { token, query })).bookings
  const booked = (n = 0, of = event) => inviteeOf(app, of).booked(slot(n))

  test('an event has them in the order of the host’s labels', async () => {
    expect(await eventLabels()).toEqual([vip, lead])
    await ok(app.origin, 'orderLabels', { token, body: { ids: [lead, vip] } })
    expect(await eventLabels()).toEqual([lead, vip])
    expect(await ok(app.origin, 'listEvents', { token })).toMatchObject([{ labelIds: [lead, vip] }])
  })

  test('labels are added and removed as often as one likes, without a new version of the event', async () => {
    for (let times = 0; times < 2; times++) expect((await onEvents({ remove: [vip] })).status).toBe(200)
    expect(await eventLabels()).toEqual([lead])
    const twice = await Promise.all([onEvents({ add: [vip] }), onEvents({ add: [vip], remove: [lead] })])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(await eventLabels()).toEqual([vip])
    expect((await ok(app.origin, 'getEvent', { token, params: { id: event.id } })).version).toBe(
      event.version,
    )
  })

  test('a booking starts with its event’s labels and keeps its own', async () => {
    const id = await booked()
    expect((await bookingOf(id, token)).labelIds).toEqual([vip, lead])
    await onEvents({ remove: [vip, lead] })
    expect((await listed())[0]).toMatchObject({ labelIds: [vip, lead] })
    expect((await bookingOf(await booked(1), token)).labelIds).toEqual([])
    await ok(app.origin, 'labelBookings', { token, body: { bookingIds: [id], remove: [vip] } })
    expect((await bookingOf(id, token)).labelIds).toEqual([lead])
  })

  test('only the host sees them', async () => {
    const id = await booked()
    expect((await bookingOf(id)).labelIds).toEqual([])
    expect((await bookingOf(id, other.token)).labelIds).toEqual([])
  })

  test('many bookings get them at once', async () => {
    const bookingIds = [await booked(), await booked(1), await booked(2)]
    const third = await label('Third')
    await ok(app.origin, 'labelBookings', { token, body: { bookingIds, add: [third], remove: [vip] } })
    expect((await listed()).map(({ labelIds }) => labelIds)).toEqual([1, 2, 3].map(() => [lead, third]))
  })

  test('unknown and other hosts’ things and labels are refused, and nothing is half done', async () => {
    const id = await booked()
    const theirs = await booked(0, other.event)
    const bookingIds = [id, theirs]
    const refusals = [
      await call(app.origin, 'labelBookings', { token, body: { bookingIds, remove: [vip] } }),
      await call(app.origin, 'labelBookings', {
        token,
        body: { bookingIds: [id, 'unknown'], remove: [vip] },
      }),
      await onEvents({ eventIds: [event.id, other.event.id], remove: [vip] }),
      await onEvents({ eventIds: [event.id, 'x'], remove: [vip] }),
      await onEvents({ add: [other.label], remove: [vip] }),
      await onEvents({ add: [randomUUID()], remove: [vip] }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 404))
    expect(refusals.at(-1)).toMatchObject({ code: 'not_found', error: labelMessages.gone })
    expect(await eventLabels()).toEqual([vip, lead])
    expect((await bookingOf(id, token)).labelIds).toEqual([vip, lead])
    const withTheirs = { title: 'Tea', labelIds: [other.label] }
    expect((await call(app.origin, 'createEvent', { token, body: withTheirs })).status).toBe(404)
    expect(await ok(app.origin, 'listEvents', { token })).toHaveLength(1)
  })

  test('of several, what was deleted since is left out', async () => {
    const tea = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea' } })
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    expect((await onEvents({ eventIds: [tea.id, event.id], add: [vip], remove: [lead] })).status).toBe(200)
    expect(await eventLabels(tea.id)).toEqual([vip])
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isDeleted: false } })
    expect(await eventLabels()).toEqual([vip, lead])

    const collection = (name: string) => ok(app.origin, 'createCollection', { token, body: { name, fields } })
    const [kept, deleted] = [await collection('Kept'), await collection('Deleted')]
    await ok(app.origin, 'deleteCollection', { token, params: { id: deleted.id } })
    const body = { collectionIds: [kept.id, deleted.id], add: [vip] }
    await ok(app.origin, 'labelCollections', { token, body })
    expect((await ok(app.origin, 'getCollection', { token, params: { id: kept.id } })).labelIds).toEqual([
      vip,
    ])
    const alone = { collectionIds: [deleted.id], add: [vip] }
    expect((await call(app.origin, 'labelCollections', { token, body: alone })).status).toBe(404)
  })

  test('contradictions and long lists are refused', async () => {
    expect(await onEvents({ add: [vip], remove: [vip] })).toMatchObject({
      status: 400,
      fields: { remove: labelMessages.contradiction },
    })
    expect(await onEvents({ eventIds: Array.from({ length: 201 }, () => event.id) })).toMatchObject({
      status: 400,
    })
    expect(await onEvents({ eventIds: [] })).toMatchObject({ status: 400 })
  })

  test('a deleted label is gone everywhere', async () => {
    const id = await booked()
    const collection = await ok(app.origin, 'createCollection', {
      token,
      body: { name: 'About you', fields, labelIds: [vip] },
    })
    expect(await ok(app.origin, 'countLabelUses', { token, params: { id: vip } })).toEqual({
      events: 1,
      bookings: 1,
      collections: 1,
    })
    await ok(app.origin, 'deleteLabel', { token, params: { id: vip } })
    expect(await eventLabels()).toEqual([lead])
    expect((await bookingOf(id, token)).labelIds).toEqual([lead])
    expect(
      (await ok(app.origin, 'getCollection', { token, params: { id: collection.id } })).labelIds,
    ).toEqual([])
  })

  test('bookings, assignments and the deletion of a label at once end in one of their orders', async () => {
    const id = await booked()
    for (let round = 0; round < 3; round++) {
      const doomed = await label(`Doomed ${round}`)
      await onEvents({ add: [doomed] })
      const answers = await Promise.all([
        inviteeOf(app, event).book(slot(1 + round * 2)),
        call(app.origin, 'deleteLabel', { token, params: { id: doomed } }),
        onEvents({ add: [doomed] }),
        call(app.origin, 'labelBookings', { token, body: { bookingIds: [id], add: [doomed] } }),
        inviteeOf(app, event).book(slot(2 + round * 2)),
      ])
      const [first, deletion, , , second] = answers.map(({ status }) => status)
      expect([first, deletion, second]).toEqual([201, 200, 201])
      for (const { status } of [answers[2], answers[3]]) expect([200, 404]).toContain(status)
      expect(await eventLabels()).not.toContain(doomed)
      expect(await app.db.$count(bookingLabels, eq(bookingLabels.labelId, doomed))).toBe(0)
    }
  })

  test('a restored event has its labels', async () => {
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    expect((await onEvents({ remove: [vip] })).status).toBe(404)
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isDeleted: false } })
    expect(await eventLabels()).toEqual([vip, lead])
  })

  test('a booking whose invitee erased their data has none, because labels can be about them', async () => {
    const id = await booked()
    await ok(app.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
    await ok(app.origin, 'erasePersonalData', { params: { id } })
    expect((await bookingOf(id, token)).labelIds).toEqual([])
  })

  test('everyone with a collection has labels of their own on it', async () => {
    const { id } = await ok(app.origin, 'createCollection', {
      token,
      body: { name: 'About you', fields, labelIds: [vip] },
    })
    const onCollection = (as: string, add: string) =>
      call(app.origin, 'labelCollections', { token: as, body: { collectionIds: [id], add: [add] } })
    expect((await onCollection(other.token, other.label)).status).toBe(404)
    await ok(app.origin, 'shareCollection', {
      token,
      params: { id },
      body: { email: `other${count}@example.com` },
    })
    expect((await onCollection(other.token, other.label)).status).toBe(200)
    const seenBy = async (as: string) =>
      (await ok(app.origin, 'listCollections', { token: as })).map(({ labelIds }) => labelIds)
    expect(await seenBy(token)).toEqual([[vip]])
    expect(await seenBy(other.token)).toEqual([[other.label]])
  })

  test('events are filtered by any, all and none of them', async () => {
    const tea = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea', labelIds: [lead] } })
    const plain = await ok(app.origin, 'createEvent', { token, body: { title: 'Plain' } })
    const found = async (query: Record<string, string>) =>
      (await ok(app.origin, 'listEvents', { token, query })).map(({ title }) => title).toSorted()
    expect(await found({ labels_any: `${vip},${lead}` })).toEqual([event.title, tea.title])
    expect(await found({ labels_all: `${vip}, ${lead.toUpperCase()}` })).toEqual([event.title])
    expect(await found({ labels_none: vip })).toEqual([plain.title, tea.title])
    expect(await found({ labels_any: lead, labels_none: vip })).toEqual([tea.title])
    expect(await found({ labels_any: '', labels_all: ',' })).toHaveLength(3)
    expect(await found({ labels_any: other.label })).toEqual([])
    expect((await call(app.origin, 'listEvents', { token, query: { labels_any: 'VIP' } })).status).toBe(400)
  })

  test('an account that is removed takes them along', async () => {
    await booked()
    await app.db.delete(hosts).where(eq(hosts.id, hostId))
    expect(await app.db.$count(bookingLabels, eq(bookingLabels.hostId, hostId))).toBe(0)
  })
})
