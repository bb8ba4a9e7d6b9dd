import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../testing/fuzz/any-character.ts'
import { fieldTypes } from '../custom-fields/field-types.ts'
import { linkKey, prefilledQuery, readDetails } from './prefilled-link.ts'

const field = (type: string, label = type, id: string = crypto.randomUUID()) => ({
  id,
  type,
  label,
  description: '',
  options: ['Red', 'Dark blue, nearly black', 'Green & gold'],
  isRequired: false,
})
const NOTHING = { fullName: null, email: null, guests: [], answers: [] }

describe('a link with details', () => {
  test.each([
    ['name=Maria+Silva', 'Maria Silva'],
    ['name=Maria%20Silva', 'Maria Silva'],
    ['name=Maria%2BSilva', 'Maria+Silva'],
    ['name=100%', '100%'],
    ['name=100%25+sure', '100% sure'],
    ['name=%3Cimg%20src=x%20onerror=alert(1)%3E', '<img src=x onerror=alert(1)>'],
    ['name=%E2%80%AEairaM%0AX', 'airaM X'],
    ['name=First&name=Second', 'First'],
    [`name=${'x'.repeat(200)}`, 'x'.repeat(200)],
    [`name=${'x'.repeat(201)}`, null],
    ['name=%FF', null],
    ['name=+', null],
    ['name', null],
    ['', null],
  ])('%s is the name %j', (query, fullName) => {
    expect(readDetails(`?${query}`, []).fullName).toBe(fullName)
  })

  test.each([
    ['email=maya+tea@example.com', 'maya+tea@example.com'],
    ['email=maya%2Btea%40example.com', 'maya+tea@example.com'],
    ['email=%20maya@example.com', 'maya@example.com'],
    ['email=maya', null],
    ['email=maya%20tea@example.com', null],
    [`email=${'x'.repeat(300)}@example.com`, null],
    ['email=%', null],
  ])('%s is the address %j', (query, email) => {
    expect(readDetails(query, []).email).toBe(email)
  })

  test.each([
    ['guests=a@x.org,b+c@x.org', ['a@x.org', 'b+c@x.org']],
    ['guests=a@x.org,+b@x.org;c@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
    ['guests=a@x.org&guests=b@x.org', ['a@x.org', 'b@x.org']],
    ['guests=a@x.org,a@x.org,nobody', ['a@x.org']],
    [`guests=${Array.from({ length: 21 }, (_, at) => `a${at}@x.org`).join()}`, []],
  ])('%s are the guests %j', (query, guests) => {
    expect(readDetails(query, []).guests).toEqual(guests)
  })

  test.each([
    ['single-line', '=Green+tea%0A%3Cb%3E', 'Green tea <b>'],
    ['single-line', `=${'x'.repeat(501)}`, null],
    ['multi-line', '=One%0ATwo', 'One\nTwo'],
    ['phone', '=+49+30+1234', '+49 30 1234'],
    ['phone', '=%2B49%2030%201234', '+49 30 1234'],
    ['phone', '=030+1234', '030 1234'],
    ['phone', '=nobody', null],
    ['email', '=a+b@x.org', 'a+b@x.org'],
    ['number', '=1.5', '1.5'],
    ['number', '=many', null],
    ['radio', '=Red', 'Red'],
    ['radio', '=Purple', null],
    ['dropdown', '=Green+%26+gold', 'Green & gold'],
    ['date', '=2027-02-28', '2027-02-28'],
    ['date', '=2027-02-30', null],
    ['datetime', '=2027-02-28T09:30', '2027-02-28T09:30'],
    ['time', '=25:00', null],
    ['header', '=Hello', null],
    ['signature', '=Ada', 'Ada'],
  ])('a %s field reads %s as %j', (type, value, answer) => {
    const asked = field(type)
    const { answers } = readDetails(`${linkKey(asked)}${value}`, [asked])
    expect(answers).toEqual(answer === null ? [] : [{ field: asked, answer }])
  })

  test('checks the named options that exist', () => {
    const asked = field('checkboxes')
    const key = linkKey(asked)
    const { answers } = readDetails(`${key}=Dark+blue,+nearly+black&${key}=Purple&${key}=Red`, [asked])
    expect(answers).toEqual([{ field: asked, answer: ['Red', 'Dark blue, nearly black'] }])
    expect(readDetails(`${key}=Purple`, [asked]).answers).toEqual([])
  })

  test('names a field by its label, but finds it by its id', () => {
    const id = '0198c1de-1111-7222-8333-5f2b9c0d1e3a'
    expect(linkKey({ id, label: 'Your company' })).toBe('your-company-5f2b9c0d1e3a')
    expect(linkKey({ id, label: '会社' })).toBe('5f2b9c0d1e3a')
    const { answers } = readDetails('your-company-5f2b9c0d1e3a=Acme', [
      field('single-line', 'Employer', id),
      field('single-line', 'Your company'),
    ])
    expect(answers).toMatchObject([{ field: { label: 'Employer' }, answer: 'Acme' }])
  })

  test('tells which names were for it, and leaves the others alone', () => {
    const asked = field('number')
    const query = `utm_source=news&name=&email=x&slot=2027-01-01T09:00Z&${linkKey(asked)}=many&other-123456789abc=1`
    expect(readDetails(query, [asked])).toEqual({ ...NOTHING, names: ['name', 'email', linkKey(asked)] })
  })
})

test('reads back what it wrote', () => {
  const words = fc
    .stringMatching(/^[a-zA-Z0-9+%&=#?,;:@/<>"' é茶]{0,30}[a-z%+é茶]$/)
    .map((text) => text.trim())
  const address = fc.stringMatching(/^[a-z][a-z+&=]{0,5}@[a-z]{1,5}\.org$/)
  fc.assert(
    fc.property(
      words,
      address,
      fc.uniqueArray(address, { maxLength: 5 }),
      fc.array(words, { maxLength: 5 }),
      (name, email, guests, texts) => {
        const answers = texts.map((answer) => ({ field: field('single-line'), answer }))
        const query = prefilledQuery({ name, email, guests: guests.join(', '), answers })
        expect(query).not.toMatch(/[ +<>"']/)
        expect(
          readDetails(
            `?${query}`,
            answers.map((one) => one.field),
          ),
        ).toMatchObject({
          fullName: name,
          email,
          guests,
          answers,
        })
      },
    ),
  )
})

test('never fails, whatever a link contains', () => {
  const fields = fieldTypes.map((type) => field(type))
  const name = fc.constantFrom('name', 'email', 'guests', ...fields.map(linkKey))
  const pair = fc
    .tuple(name, fc.string({ unit: anyCharacter, maxLength: 40 }))
    .map((parts) => parts.join('='))
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      for (const { answer } of readDetails(pairs.join('&'), fields).answers) expect(answer).not.toBe('')
    }),
  )
})

test('a link without details has no query', () => {
  expect(
    prefilledQuery({ name: ' ', guests: '', answers: [{ field: field('checkboxes'), answer: [] }] }),
  ).toBe('')
  expect(
    prefilledQuery({
      name: 'Maria Silva',
      email: 'm+s@x.org',
      timezone: 'Europe/Berlin',
      date: '2027-03-01',
    }),
  ).toBe('name=Maria%20Silva&email=m%2Bs@x.org&timezone=Europe/Berlin&date=2027-03-01')
})
