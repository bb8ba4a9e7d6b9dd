import { beforeAll, describe, expect, test } from 'vitest'
import { fieldJourney } from '../../../testing/bookings/field-journey.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../../testing/server/test-app.ts'

const app = setUpApp()
let token: string
let stranger: string
let j: ReturnType<typeof fieldJourney>
beforeAll(async () => {
  token = (await signIn(app.origin, 'ada@example.com')).sessionToken
  stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
  j = fieldJourney(app, token)
})

describe('custom fields of bookings', () => {
  test('a booking keeps its questions and answers, even if the collection changes', async () => {
    const { event, asked } = await j.makeEvent([
      { type: 'single-line', label: 'Company', isRequired: true },
      { type: 'checkboxes', label: 'Topics', options: ['One', 'Two', 'Three'] },
      { type: 'multi-line', label: 'Notes' },
    ])
    const [company, topics, notes] = asked.fields
    const id = await j.booked(event.bookingUrlId, [
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
      const [collection] = (await j.read(id, who)).bookingData.customFieldsCollections
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
    const { event, asked } = await j.makeEvent([{ type, label: 'Field', options: ['A', 'B'] }])
    const field = asked.fields[0]!
    const reply = await j.book(event.bookingUrlId, [{ id: asked.id, fields: [{ id: field.id, value }] }])
    if (message === null) expect(reply.status).toBe(201)
    else {
      const fields = { [`customFieldsCollections.${asked.id}.${field.id}`]: message }
      expect(reply).toMatchObject({ status: 400, error: message, fields })
    }
  })

  test('names blank required answers, and headers need none', async () => {
    const { event, asked } = await j.makeEvent([
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
      const reply = await j.book(event.bookingUrlId, given)
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
    const { event, asked } = await j.makeEvent([{ type: 'single-line', label: 'Company' }])
    const startUTC = j.nextStart()
    const ask = (value: string) => {
      const answer = [{ id: asked.id, fields: [{ id: asked.fields[0]!.id, value }] }]
      return j.book(event.bookingUrlId, answer, { 'idempotency-key': 'same' }, startUTC)
    }
    const first = await ask('Acme')
    expect(await ask('Acme')).toMatchObject({ status: 201, data: first.success ? first.data : null })
    expect(await ask('Other')).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  })
})
