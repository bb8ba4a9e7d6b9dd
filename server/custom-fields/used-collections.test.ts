import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import type { Deps } from '../adapters/deps.ts'
import { removeDeletedEvents } from '../events/remove-deleted-events.ts'
import { removeDeletedCollections } from './remove-deleted-collections.ts'

describe('collections of an event', () => {
  const app = setUpApp()
  let token: string
  let friend: string
  beforeAll(async () => {
    token = (await signIn(app.origin, 'ada@example.com')).sessionToken
    friend = (await signIn(app.origin, 'grace@example.com')).sessionToken
  })

  const field = (label: string, more: object = {}) => ({ type: 'single-line', label, ...more })
  const collection = (name: string, as = token, more: object = {}) =>
    ok(app.origin, 'createCollection', { token: as, body: { name, fields: [field(`of ${name}`)], ...more } })
  const create = (customFieldsCollections: unknown) =>
    call(app.origin, 'createEvent', { token, body: { title: 'Talk', customFieldsCollections } })
  const made = async (customFieldsCollections: unknown) => {
    const reply = await create(customFieldsCollections)
    if (!reply.success) throw new Error(reply.error)
    return reply.data
  }
  const update = (id: string, body: object) =>
    call(app.origin, 'updateEvent', { token, params: { id }, body })
  const read = (id: string) => ok(app.origin, 'getEvent', { token, params: { id } })
  const asked = async (bookingUrlId: string) =>
    (await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).customFieldsCollections
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const inline = (name: string, more: object = {}) => ({
    type: 'boomEvent',
    name,
    fields: [field(`of ${name}`)],
    ...more,
  })

  test('library collections are used in their order and stage, and the public sees the booking stage', async () => {
    const [one, two, three] = [await collection('one'), await collection('two'), await collection('three')]
    const event = await made([
      { id: two.id, collectionStage: 'postBooking' },
      { collectionId: three.id },
      { id: one.id, collectionStage: 'onBooking' },
      // Repeating it, or leaving out the id, adds nothing.
      { id: one.id },
      { collectionStage: 'onBooking' },
    ])
    expect(event.customFieldsCollections.map(({ name, collectionStage }) => [name, collectionStage])).toEqual(
      [
        ['two', 'postBooking'],
        ['three', 'onBooking'],
        ['one', 'onBooking'],
      ],
    )
    expect(await read(event.id)).toMatchObject({ customFieldsCollections: event.customFieldsCollections })
    const [listed] = await ok(app.origin, 'listEvents', { token })
    expect(listed!.customFieldsCollections).toEqual([
      { id: two.id, collectionStage: 'postBooking' },
      { id: three.id, collectionStage: 'onBooking' },
      { id: one.id, collectionStage: 'onBooking' },
    ])
    expect(names(await asked(event.bookingUrlId))).toEqual(['three', 'one'])

    // A partial update without a list keeps it; a list replaces it.
    await update(event.id, { title: 'Other' })
    expect(names((await read(event.id)).customFieldsCollections)).toEqual(['two', 'three', 'one'])
    await update(event.id, { customFieldsCollections: [{ id: one.id }] })
    expect(names(await asked(event.bookingUrlId))).toEqual(['one'])
    await update(event.id, { customFieldsCollections: [] })
    expect(await asked(event.bookingUrlId)).toEqual([])
  })

  test("the owner's changes, deletions and restores apply to every event", async () => {
    const shared = await collection('shared', friend)
    const refused = await create([{ id: shared.id }])
    expect(refused).toMatchObject({
      status: 400,
      fields: {
        'customFieldsCollections.0':
          'This collection no longer exists. Remove it from the event and save again.',
      },
    })
    const params = { id: shared.id }
    const { userId } = await ok(app.origin, 'shareCollection', {
      token: friend,
      params,
      body: { email: 'ada@example.com' },
    })
    const event = await made([{ id: shared.id }])
    const [used] = shared.fields
    await ok(app.origin, 'updateCollection', {
      token: friend,
      params,
      body: { fields: [{ ...used, isDeleted: true }, field('New')] },
    })
    const [now] = await asked(event.bookingUrlId)
    expect(now!.fields.map(({ label }) => label)).toEqual(['New'])

    await ok(app.origin, 'deleteCollection', { token: friend, params })
    expect(await asked(event.bookingUrlId)).toEqual([])
    expect((await read(event.id)).customFieldsCollections).toEqual([])
    await ok(app.origin, 'updateCollection', { token: friend, params, body: { isDeleted: false } })
    expect(names(await asked(event.bookingUrlId))).toEqual(['shared'])
    await ok(app.origin, 'unshareCollection', { token: friend, params: { id: shared.id, userId } })
    expect(await asked(event.bookingUrlId)).toEqual([])
  })

  test('an event-only collection is created, updated and deleted with its event', async () => {
    const event = await made([inline('inline'), inline('private', { collectionStage: 'postBooking' })])
    const [first, second] = event.customFieldsCollections
    expect(first).toMatchObject({ name: 'inline', type: 'boomEvent', collectionStage: 'onBooking' })
    const changed = await update(event.id, {
      customFieldsCollections: [
        {
          ...first!,
          name: 'renamed',
          fields: [{ ...first!.fields[0]!, fieldPosition: 1 }, field('added', { fieldPosition: 0 })],
        },
        { id: second!.id, collectionStage: 'postBooking' },
      ],
    })
    if (!changed.success) throw new Error(changed.error)
    const [renamed] = changed.data.customFieldsCollections
    expect(renamed).toMatchObject({ id: first!.id, name: 'renamed' })
    expect(renamed!.fields.map(({ label }) => label)).toEqual(['added', 'of inline'])
    expect(renamed!.fields[1]!.id).toBe(first!.fields[0]!.id)

    await update(event.id, { customFieldsCollections: [{ id: first!.id }] })
    const get = (id: string) => call(app.origin, 'getCollection', { token, params: { id } })
    expect((await get(second!.id)).status).toBe(404)
    expect((await get(first!.id)).status).toBe(200)

    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    app.clock.now += DAY + 1
    const deps = { db: app.db, now: () => app.clock.now } as Deps
    await removeDeletedEvents(deps)
    await removeDeletedCollections(deps)
    expect((await get(first!.id)).status).toBe(404)
  })

  test("an event can't change another host's or a library collection", async () => {
    const theirs = await collection('theirs', friend, { type: 'boomEvent' })
    const library = await collection('library')
    const event = await made([
      { ...theirs, name: 'taken over' },
      { ...library, type: 'boomEvent', name: 'taken over' },
    ])
    const kept = (as: string, id: string) => ok(app.origin, 'getCollection', { token: as, params: { id } })
    expect((await kept(friend, theirs.id)).name).toBe('theirs')
    expect((await kept(token, library.id)).name).toBe('library')
    // The same goes for a collection of another event.
    const [own] = (await made([inline('own')])).customFieldsCollections
    await made([{ ...own!, name: 'taken over' }])
    expect((await kept(token, own!.id)).name).toBe('own')
    // An inline collection stays with this event.
    expect(event.customFieldsCollections[0]!.id).not.toBe(theirs.id)
  })

  test.each([
    [[inline(' ')], { 'customFieldsCollections.0.name': 'Collection name is required' }],
    [
      [inline('empty', { fields: [] })],
      { 'customFieldsCollections.0.fields': 'All created collections must have at least one field' },
    ],
    [
      [inline('wrong', { fields: [{ type: 'dropdown', label: 'Which', options: ['A', 'A'] }] })],
      { 'customFieldsCollections.0.fields.0.options': 'Duplicate options are not allowed' },
    ],
    [
      [{ id: '00000000-0000-4000-8000-000000000000' }],
      {
        'customFieldsCollections.0':
          'This collection no longer exists. Remove it from the event and save again.',
      },
    ],
    ['no list', { customFieldsCollections: 'Collections must be a list' }],
    [
      Array.from({ length: 21 }, (_, index) => inline(`number ${index}`)),
      { customFieldsCollections: 'An event can use at most 20 collections' },
    ],
  ])('rejects %j', async (list, fields) => {
    const before = (await ok(app.origin, 'listCollections', { token })).length
    expect(await create(list)).toMatchObject({ status: 400, error: Object.values(fields)[0], fields })
    expect((await ok(app.origin, 'listCollections', { token })).length).toBe(before)
  })

  test('rejects a collection in both stages by name and saves nothing', async () => {
    const both = await collection('Allergies')
    const event = await made([{ id: both.id }])
    const message =
      '"Allergies" cannot be both a booking and a post-booking collection. Remove it from one of them.'
    expect(
      await update(event.id, {
        title: 'Changed',
        customFieldsCollections: [
          inline('new'),
          { id: both.id },
          { id: both.id, collectionStage: 'postBooking' },
        ],
      }),
    ).toMatchObject({ status: 400, error: message, fields: { 'customFieldsCollections.2': message } })
    expect(await read(event.id)).toMatchObject({ title: 'Talk', version: event.version })
  })
})
