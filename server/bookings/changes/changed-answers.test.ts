import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../../contract/events/event.schema.ts'
import { inviteeOf, ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'

describe('answers that change', () => {
  const app = setUpApp()
  let token: string
  let event: Event
  let host = 0
  let bob: ReturnType<typeof inviteeOf>
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `host${++host}@example.com`)).sessionToken
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    bob = inviteeOf(app, event)
  })

  test('new answers replace the old ones, and removed questions keep theirs', async () => {
    const collection = await ok(app.origin, 'createCollection', {
      token,
      body: {
        name: 'About you',
        fields: [
          { type: 'single-line', label: 'Company', isRequired: true },
          { type: 'single-line', label: 'Mood' },
        ],
      },
    })
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: { customFieldsCollections: [{ id: collection.id }] },
    })
    const [company, mood] = collection.fields
    const answers = (list: [{ id: string } | undefined, string][]) => [
      { id: collection.id, fields: list.map(([field, value]) => ({ id: field!.id, value })) },
    ]
    const id = await bob.booked(ten, {
      customFieldsCollections: answers([
        [company, 'Acme'],
        [mood, 'Fine'],
      ]),
    })
    const values = async () =>
      (await bob.read(id)).customFieldsCollections.flatMap(({ fields }) =>
        fields.map(({ label, value }) => [label, value]),
      )
    expect((await bob.change(id, { fullName: 'Bobby' })).status).toBe(200)
    expect(await values()).toEqual([
      ['Company', 'Acme'],
      ['Mood', 'Fine'],
    ])
    expect(await bob.change(id, { customFieldsCollections: [] })).toMatchObject({
      status: 400,
      error: 'Please fill in the following: Company',
    })
    await ok(app.origin, 'updateCollection', {
      token,
      params: { id: collection.id },
      body: { fields: [company!, { ...mood!, isDeleted: true }] },
    })
    expect((await bob.change(id, { customFieldsCollections: answers([[company, 'Acme Ltd']]) })).status).toBe(
      200,
    )
    expect(await values()).toEqual([
      ['Company', 'Acme Ltd'],
      ['Mood', 'Fine'],
    ])
    // Repeating the request, as after a lost response, changes nothing and notifies nobody.
    const before = await bob.entryJobs(id)
    expect((await bob.change(id, { customFieldsCollections: answers([[company, 'Acme Ltd']]) })).status).toBe(
      200,
    )
    expect(await bob.entryJobs(id)).toBe(before)
  })

  const collection = (name: string) =>
    ok(app.origin, 'createCollection', {
      token,
      body: { name, fields: [{ type: 'single-line', label: name }] },
    })

  test('private notes stay private if invitees are asked the same later', async () => {
    const own = await collection('Own')
    const useAs = (collectionStage: string) => {
      const body = { customFieldsCollections: [{ id: own.id, collectionStage }] }
      return ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    }
    await useAs('postBooking')
    const id = await bob.booked()
    const answered = (value: string) => [{ id: own.id, fields: [{ id: own.fields[0]!.id, value }] }]
    const body = { customFieldsCollections: answered('Difficult') }
    await ok(app.origin, 'fillPostBookingFields', { token, params: { id }, body })
    await useAs('onBooking')
    for (const customFieldsCollections of [[], answered('')])
      expect((await bob.change(id, { customFieldsCollections, touched: [] })).status).toBe(200)
    expect((await bob.read(id)).customFieldsCollections).toMatchObject([{ fields: [{ value: null }] }])
    const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id } })
    expect(JSON.stringify(bookingData)).toContain('Difficult')
  })

  test("an invitee's new answers don't overwrite private notes saved in the meantime", async () => {
    const [asked, own] = [await collection('Asked'), await collection('Own')]
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: { customFieldsCollections: [{ id: asked.id }, { id: own.id, collectionStage: 'postBooking' }] },
    })
    const answer = (to: typeof own, value: string) => [
      { id: to.id, fields: [{ id: to.fields[0]!.id, value }] },
    ]
    const id = await bob.booked(ten, { customFieldsCollections: answer(asked, 'first') })
    for (let round = 0; round < 10; round++) {
      const value = `round ${round}`
      const replies = await Promise.all([
        bob.change(id, { customFieldsCollections: answer(asked, value) }),
        call(app.origin, 'fillPostBookingFields', {
          token,
          params: { id },
          body: { customFieldsCollections: answer(own, value) },
        }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id } })
      const values = bookingData.customFieldsCollections.flatMap(({ fields }) =>
        fields.map((one) => one.value),
      )
      expect(values).toEqual([value, value])
    }
  })
})
