import { beforeAll, describe, expect, test } from 'vitest'
import { fieldJourney, values } from '../../../testing/bookings/field-journey.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../../testing/server/test-app.ts'

const app = setUpApp()
let token: string
let j: ReturnType<typeof fieldJourney>
beforeAll(async () => {
  token = (await signIn(app.origin, 'ada@example.com')).sessionToken
  j = fieldJourney(app, token)
})

describe('private notes', () => {
  test('are filled in step by step and survive the deletion of their field', async () => {
    const { event, asked, own } = await j.makeEvent(
      [{ type: 'single-line', label: 'Company' }],
      [
        { type: 'number', label: 'Score', isRequired: true },
        { type: 'single-line', label: 'Verdict' },
      ],
    )
    const [score, verdict] = own.fields
    const id = await j.booked(event.bookingUrlId, [
      // Only the host can answer these.
      { id: own.id, fields: [{ id: score!.id, value: '1' }] },
      { id: asked.id, fields: [{ id: asked.fields[0]!.id, value: 'Acme' }] },
    ])
    const give = (field: { id: string }, value: unknown) => [
      { id: own.id, fields: [{ id: field.id, value }] },
    ]
    expect(values((await j.read(id, token)).bookingData.customFieldsCollections)).toEqual({
      Company: 'Acme',
      Score: null,
      Verdict: null,
    })
    expect((await j.fill(id, give(verdict!, 'Fine'))).status).toBe(200)
    const both = await j.fill(id, give(score!, 7))
    expect(both.success && values(both.data.customFieldsCollections)).toEqual({
      Company: 'Acme',
      Score: '7',
      Verdict: 'Fine',
    })
    expect(await j.fill(id, give(score!, 'many'))).toMatchObject({
      status: 400,
      error: 'Please enter a number such as 1.5',
    })
    // The host can't change the invitee's answers.
    await j.fill(id, [{ id: asked.id, fields: [{ id: asked.fields[0]!.id, value: 'Other' }] }])

    await ok(app.origin, 'updateCollection', {
      token,
      params: { id: own.id },
      body: {
        fields: [
          { ...score!, label: 'Points' },
          { type: 'single-line', label: 'Mood' },
        ],
      },
    })
    const seen = async () => values((await j.read(id, token)).bookingData.customFieldsCollections)
    expect(await seen()).toEqual({ Company: 'Acme', Points: '7', Mood: null, Verdict: 'Fine' })
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: { customFieldsCollections: [] },
    })
    expect(await seen()).toEqual({ Company: 'Acme', Score: '7', Verdict: 'Fine' })
    await j.fill(id, give(verdict!, ''))
    expect(await seen()).toEqual({ Company: 'Acme', Score: '7' })
  })

  test.each(['field', 'use', 'collection'])(
    'are kept though the %s was removed while they were typed',
    async (removed) => {
      const { event, asked, own } = await j.makeEvent(
        [{ type: 'single-line', label: 'Company' }],
        [
          { type: 'single-line', label: 'Score' },
          { type: 'single-line', label: 'Verdict' },
        ],
      )
      const id = await j.booked(event.bookingUrlId, [])
      const [score, verdict] = own.fields
      const params = { id: own.id }
      if (removed === 'field')
        await ok(app.origin, 'updateCollection', { token, params, body: { fields: [score!] } })
      else if (removed === 'collection') await ok(app.origin, 'deleteCollection', { token, params })
      else
        await ok(app.origin, 'updateEvent', {
          token,
          params: { id: event.id },
          body: { customFieldsCollections: [] },
        })
      const note = [{ id: own.id, fields: [{ id: verdict!.id, value: 'Call them', replaces: [''] }] }]
      expect((await j.fill(id, note)).status).toBe(200)
      const seen = async () => values((await j.read(id, token)).bookingData.customFieldsCollections)
      expect(await seen()).toMatchObject({ Verdict: 'Call them' })
      if (removed === 'collection') {
        await ok(app.origin, 'updateCollection', { token, params, body: { isDeleted: false } })
        expect(await seen()).toMatchObject({ Verdict: 'Call them', Score: null })
      }
      // An invitee's question stays theirs.
      const [company] = asked.fields
      const without = { fields: [{ type: 'single-line', label: 'Other' }] }
      await ok(app.origin, 'updateCollection', { token, params: { id: asked.id }, body: without })
      await j.fill(id, [{ id: asked.id, fields: [{ id: company!.id, value: 'Acme' }] }])
      expect(Object.values(await seen())).not.toContain('Acme')
    },
  )

  test('replace only what their author has seen', async () => {
    const { event, own } = await j.makeEvent(
      [{ type: 'single-line', label: 'Company' }],
      [
        { type: 'single-line', label: 'Verdict' },
        { type: 'checkboxes', label: 'Topics', options: ['Tea', 'Cake'] },
      ],
    )
    const id = await j.booked(event.bookingUrlId, [])
    const [verdict, topics] = own.fields
    const give = async (value: unknown, replaces: unknown[], field = verdict!) =>
      (await j.fill(id, [{ id: own.id, fields: [{ id: field.id, value, replaces }] }])).status
    const seen = async () => values((await j.read(id, token)).bookingData.customFieldsCollections)
    expect(await give(' Yes ', [''])).toBe(200)
    expect(
      await j.fill(id, [{ id: own.id, fields: [{ id: verdict!.id, value: 'No', replaces: [''] }] }]),
    ).toMatchObject({
      status: 409,
      code: 'edit_conflict',
    })
    expect(await give('', [''])).toBe(409)
    expect(await seen()).toMatchObject({ Verdict: 'Yes' })
    // After a lost answer, and as it was typed.
    expect(await give('Yes', [''])).toBe(200)
    expect(await give('Yes, please', ['', ' Yes '])).toBe(200)
    expect(await give(['Cake', 'Tea'], [[]], topics)).toBe(200)
    expect(await give(['Cake'], [['Cake', 'Tea']], topics)).toBe(200)
    expect(await give([], [['Tea']], topics)).toBe(409)
    expect(await seen()).toMatchObject({ Verdict: 'Yes, please', Topics: ['Cake'] })
    // Of several notes, either all are stored or none.
    const both = [
      { id: topics!.id, value: ['Tea'], replaces: [['Cake']] },
      { id: verdict!.id, value: 'No', replaces: ['Yes'] },
    ]
    expect((await j.fill(id, [{ id: own.id, fields: both }])).status).toBe(409)
    expect(await seen()).toMatchObject({ Verdict: 'Yes, please', Topics: ['Cake'] })
  })

  test('are both kept if they are saved at once', async () => {
    const { event, own } = await j.makeEvent(
      [{ type: 'single-line', label: 'Company' }],
      Array.from({ length: 6 }, (_, index) => ({ type: 'single-line', label: `Note ${index}` })),
    )
    const id = await j.booked(event.bookingUrlId, [])
    await Promise.all(
      own.fields.map((field) => j.fill(id, [{ id: own.id, fields: [{ id: field.id, value: field.label }] }])),
    )
    const [, notes] = (await j.read(id, token)).bookingData.customFieldsCollections
    expect(notes!.fields.map(({ value }) => value)).toEqual(own.fields.map(({ label }) => label))
  })
})
