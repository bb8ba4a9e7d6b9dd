import { beforeAll, describe, expect, test } from 'vitest'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'

const HALF_HOUR = 30 * 60_000

describe('custom fields of bookings', () => {
  const app = setUpApp()
  let token: string
  let stranger: string
  let next = Date.parse('2027-01-04T14:00:00.000Z')
  beforeAll(async () => {
    token = (await signIn(app.origin, 'ada@example.com')).sessionToken
    stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
  })

  const everyWeek = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      { enabled: true, slots: [{ start: '00:00', end: '23:59' }] },
    ]),
  )

  /** An event with `fields` for the invitee and `later` for the host. */
  async function makeEvent(fields: object[], later: object[] = [{ type: 'number', label: 'Hidden score' }]) {
    const collection = (name: string, list: object[]) =>
      ok(app.origin, 'createCollection', { token, body: { name, fields: list } })
    const asked = await collection('About you', fields)
    const own = await collection('Hidden notes', later)
    const event = await ok(app.origin, 'createEvent', {
      token,
      body: {
        title: 'Talk',
        weeklyAvailabilitySlots: everyWeek,
        customFieldsCollections: [{ id: asked.id }, { id: own.id, collectionStage: 'postBooking' }],
      },
    })
    return { event, asked, own }
  }

  function book(
    bookingUrlId: string,
    customFieldsCollections: unknown,
    headers: Record<string, string> = {},
  ) {
    const startUTC = new Date(next).toISOString()
    next += HALF_HOUR
    return call(app.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC, customFieldsCollections },
      headers,
    })
  }
  const read = (id: string, as?: string) =>
    ok(app.origin, 'getBooking', { params: { id }, ...(as && { token: as }) })
  const fill = (id: string, customFieldsCollections: unknown, as: string | undefined = token) =>
    call(app.origin, 'fillPostBookingFields', {
      params: { id },
      body: { customFieldsCollections },
      ...(as && { token: as }),
    })
  async function booked(bookingUrlId: string, answers: unknown) {
    const reply = await book(bookingUrlId, answers)
    if (!reply.success) throw new Error(reply.error)
    return reply.data.id
  }
  const values = (collections: readonly { fields: readonly { label: string; value: unknown }[] }[]) =>
    Object.fromEntries(collections.flatMap(({ fields }) => fields.map(({ label, value }) => [label, value])))

  test('a booking keeps its questions and answers, even if the collection changes', async () => {
    const { event, asked } = await makeEvent([
      { type: 'single-line', label: 'Company', isRequired: true },
      { type: 'checkboxes', label: 'Topics', options: ['One', 'Two', 'Three'] },
      { type: 'multi-line', label: 'Notes' },
    ])
    const [company, topics, notes] = asked.fields
    const id = await booked(event.bookingUrlId, [
      {
        id: asked.id,
        fields: [
          { id: notes!.id, value: 'a\r\nb\u202e' },
          { id: topics!.id, value: ['Three', 'One'] },
          { id: company!.id, value: '  Acme\n' },
          { id: 'of-nobody', value: 'x' },
        ],
      },
      { id: 'of-nobody', fields: [{ id: company!.id, value: 'x' }] },
    ])
    const params = { id: asked.id }
    await ok(app.origin, 'updateCollection', {
      token,
      params,
      body: { name: 'Renamed', fields: [{ ...company!, label: 'Firm', isDeleted: true }, topics!, notes!] },
    })
    await ok(app.origin, 'deleteCollection', { token, params })
    for (const who of [undefined, token, stranger]) {
      const [collection] = (await read(id, who)).bookingData.customFieldsCollections
      expect(collection).toMatchObject({
        name: 'About you',
        fields: [
          { label: 'Company', value: 'Acme' },
          { label: 'Topics', value: ['One', 'Three'] },
          { label: 'Notes', value: 'a\nb' },
        ],
      })
    }
  })

  const answers: [type: string, value: unknown, message: string | null][] = [
    ['email', 'no address', 'Please enter a valid email address'],
    ['email', 'pa@example.com', null],
    ['number', 'twelve', 'Please enter a number such as 1.5'],
    ['number', '1,5', 'Please enter a number such as 1.5'],
    ['number', 12.5, null],
    ['date', '2027-02-29', 'Please enter a valid date'],
    ['date', '2028-02-29', null],
    ['datetime', '2027-03-14', 'Please enter a valid date and time'],
    ['datetime', '2027-03-14T02:30', null],
    ['time', '24:00', 'Please enter a valid time'],
    ['time', '23:59', null],
    ['radio', 'C', 'Please choose one of the options'],
    ['dropdown', 'A', null],
    ['dropdown', ['A'], 'Please enter text'],
    ['checkboxes', ['A', 'C'], 'Please choose one of the options'],
    ['checkboxes', ['A', 'A'], 'Please choose each option only once'],
    ['checkboxes', 'B', null],
    ['number', '1e999', 'This number is out of range'],
    ['phone', '<script>', 'Please enter a valid phone number'],
    ['phone', 'x'.repeat(501), 'Please use at most 500 characters'],
    ['multi-line', 'x'.repeat(5001), 'Please use at most 5000 characters'],
    ['unheard-of', 'anything', null],
  ]
  test.each(answers)('%s %j: %s', async (type, value, message) => {
    const { event, asked } = await makeEvent([{ type, label: 'Field', options: ['A', 'B'] }])
    const field = asked.fields[0]!
    const reply = await book(event.bookingUrlId, [{ id: asked.id, fields: [{ id: field.id, value }] }])
    if (message === null) expect(reply.status).toBe(201)
    else {
      const fields = { [`customFieldsCollections.${asked.id}.${field.id}`]: message }
      expect(reply).toMatchObject({ status: 400, error: message, fields })
    }
  })

  test('names blank required answers, and headers need none', async () => {
    const { event, asked } = await makeEvent([
      { type: 'single-line', label: 'Company', isRequired: true },
      { type: 'checkboxes', label: 'Topics', options: ['One'], isRequired: true },
      { type: 'header', label: 'Part', isRequired: true },
      { type: 'single-line', label: 'Nickname' },
    ])
    const [company, topics] = asked.fields
    const blank = [
      [],
      [{ id: asked.id, fields: [] }],
      [
        {
          id: asked.id,
          fields: [
            { id: company!.id, value: ' \t' },
            { id: topics!.id, value: [] },
          ],
        },
      ],
      [
        {
          id: asked.id,
          fields: [
            { id: company!.id, value: null },
            { id: topics!.id, value: [''] },
          ],
        },
      ],
      undefined,
    ]
    for (const given of blank) {
      const reply = await book(event.bookingUrlId, given)
      expect(reply).toMatchObject({
        status: 400,
        error: 'Please fill in the following: Company, Topics',
        fields: {
          [`customFieldsCollections.${asked.id}.${company!.id}`]: 'Please fill in Company',
          [`customFieldsCollections.${asked.id}.${topics!.id}`]: 'Please fill in Topics',
        },
      })
    }
  })

  test('a repeated key with other answers is a different request', async () => {
    const { event, asked } = await makeEvent([{ type: 'single-line', label: 'Company' }])
    const ask = (value: string) => {
      const answer = [{ id: asked.id, fields: [{ id: asked.fields[0]!.id, value }] }]
      const reply = book(event.bookingUrlId, answer, { 'idempotency-key': 'same' })
      next -= HALF_HOUR
      return reply
    }
    const first = await ask('Acme')
    expect(await ask('Acme')).toMatchObject({ status: 201, data: first.success ? first.data : null })
    expect(await ask('Other')).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    next += HALF_HOUR
  })

  test('private notes are filled in step by step and survive the deletion of their field', async () => {
    const { event, asked, own } = await makeEvent(
      [{ type: 'single-line', label: 'Company' }],
      [
        { type: 'number', label: 'Score', isRequired: true },
        { type: 'single-line', label: 'Verdict' },
      ],
    )
    const [score, verdict] = own.fields
    const id = await booked(event.bookingUrlId, [
      // Only the host can answer these.
      { id: own.id, fields: [{ id: score!.id, value: '1' }] },
      { id: asked.id, fields: [{ id: asked.fields[0]!.id, value: 'Acme' }] },
    ])
    const give = (field: { id: string }, value: unknown) => [
      { id: own.id, fields: [{ id: field.id, value }] },
    ]
    expect(values((await read(id, token)).bookingData.customFieldsCollections)).toEqual({
      Company: 'Acme',
      Score: null,
      Verdict: null,
    })
    expect((await fill(id, give(verdict!, 'Fine'))).status).toBe(200)
    const both = await fill(id, give(score!, 7))
    expect(both.success && values(both.data.customFieldsCollections)).toEqual({
      Company: 'Acme',
      Score: '7',
      Verdict: 'Fine',
    })
    expect(await fill(id, give(score!, 'many'))).toMatchObject({
      status: 400,
      error: 'Please enter a number such as 1.5',
    })
    // The host can't change the invitee's answers.
    await fill(id, [{ id: asked.id, fields: [{ id: asked.fields[0]!.id, value: 'Other' }] }])

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
    const seen = async () => values((await read(id, token)).bookingData.customFieldsCollections)
    expect(await seen()).toEqual({ Company: 'Acme', Points: '7', Mood: null, Verdict: 'Fine' })
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: { customFieldsCollections: [] },
    })
    expect(await seen()).toEqual({ Company: 'Acme', Score: '7', Verdict: 'Fine' })
    await fill(id, give(verdict!, ''))
    expect(await seen()).toEqual({ Company: 'Acme', Score: '7' })
  })

  test.each(['field', 'use', 'collection'])(
    'a private note is kept though its %s was removed while it was typed',
    async (removed) => {
      const { event, asked, own } = await makeEvent(
        [{ type: 'single-line', label: 'Company' }],
        [
          { type: 'single-line', label: 'Score' },
          { type: 'single-line', label: 'Verdict' },
        ],
      )
      const id = await booked(event.bookingUrlId, [])
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
      expect((await fill(id, note)).status).toBe(200)
      const seen = async () => values((await read(id, token)).bookingData.customFieldsCollections)
      expect(await seen()).toMatchObject({ Verdict: 'Call them' })
      if (removed === 'collection') {
        await ok(app.origin, 'updateCollection', { token, params, body: { isDeleted: false } })
        expect(await seen()).toMatchObject({ Verdict: 'Call them', Score: null })
      }
      // An invitee's question stays theirs.
      const [company] = asked.fields
      const without = { fields: [{ type: 'single-line', label: 'Other' }] }
      await ok(app.origin, 'updateCollection', { token, params: { id: asked.id }, body: without })
      await fill(id, [{ id: asked.id, fields: [{ id: company!.id, value: 'Acme' }] }])
      expect(Object.values(await seen())).not.toContain('Acme')
    },
  )

  test('a private note replaces only what its author has seen', async () => {
    const { event, own } = await makeEvent(
      [{ type: 'single-line', label: 'Company' }],
      [
        { type: 'single-line', label: 'Verdict' },
        { type: 'checkboxes', label: 'Topics', options: ['Tea', 'Cake'] },
      ],
    )
    const id = await booked(event.bookingUrlId, [])
    const [verdict, topics] = own.fields
    const give = async (value: unknown, replaces: unknown[], field = verdict!) =>
      (await fill(id, [{ id: own.id, fields: [{ id: field.id, value, replaces }] }])).status
    const seen = async () => values((await read(id, token)).bookingData.customFieldsCollections)
    expect(await give(' Yes ', [''])).toBe(200)
    expect(
      await fill(id, [{ id: own.id, fields: [{ id: verdict!.id, value: 'No', replaces: [''] }] }]),
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
    expect((await fill(id, [{ id: own.id, fields: both }])).status).toBe(409)
    expect(await seen()).toMatchObject({ Verdict: 'Yes, please', Topics: ['Cake'] })
  })

  test('two concurrent saves of private notes are both kept', async () => {
    const { event, own } = await makeEvent(
      [{ type: 'single-line', label: 'Company' }],
      Array.from({ length: 6 }, (_, index) => ({ type: 'single-line', label: `Note ${index}` })),
    )
    const id = await booked(event.bookingUrlId, [])
    await Promise.all(
      own.fields.map((field) => fill(id, [{ id: own.id, fields: [{ id: field.id, value: field.label }] }])),
    )
    const [, notes] = (await read(id, token)).bookingData.customFieldsCollections
    expect(notes!.fields.map(({ value }) => value)).toEqual(own.fields.map(({ label }) => label))
  })
})
