import { expect, test } from 'vitest'
import { hasOptions } from '../../../contract/custom-fields/field-types.ts'
import { errorLines, errorsByKey, isAboutQuestions, offeredAnswers, unfitFields } from './form-answers.ts'
import { problemWords } from './form-problem.tsx'

const field = (id: string, type: string, label: string) => ({
  id,
  type,
  label,
  description: '',
  options: [],
  isRequired: false,
  customId: null,
  icon: null,
  fieldPosition: 0,
  isDeleted: false,
})
const collections = [
  {
    id: 'c',
    name: 'About you',
    description: '',
    collectionStage: 'onBooking' as const,
    fields: [field('a', 'email', 'Assistant'), field('n', 'number', 'Seats')],
  },
]

test("finds all errors before sending, by label and in the form's order", () => {
  const errors = unfitFields({ email: 'bob at example', guests: [] }, collections, {
    'c.n': 'few',
    'c.a': 'nobody',
  })
  expect(errorLines(errors, collections)).toEqual([
    {
      key: 'email',
      field: { label: 'Email Address', control: 'email-address' },
      message: 'Please enter a valid email address',
    },
    {
      key: 'c.a',
      field: { label: 'Assistant', control: 'custom-field-c.a' },
      message: 'Please enter a valid email address',
    },
    {
      key: 'c.n',
      field: { label: 'Seats', control: 'custom-field-c.n' },
      message: 'Please enter a number such as 1.5',
    },
  ])
  expect(
    unfitFields({ email: ' bob@example.com ', guests: [] }, collections, { 'c.n': '2', 'c.a': '' }),
  ).toEqual({})
})

test('takes answers with the invisible marks of what was copied, which the server removes', () => {
  const [about] = collections
  const asked = [{ ...about!, fields: [field('p', 'phone', 'Phone'), field('n', 'number', 'Seats')] }]
  const answers = { 'c.p': '\u202a+1 (555) 123-4567\u202c', 'c.n': '\u200e5' }
  expect(unfitFields({ email: 'bob@example.com', guests: [] }, asked, answers)).toEqual({})
})

test('shows a server error of an invisible field without a label', () => {
  const errors = errorsByKey({
    'customFieldsCollections.c.new': 'Please fill in Company',
    timezone: 'Unknown',
  })
  expect(isAboutQuestions(errors)).toBe(true)
  expect(isAboutQuestions({ timezone: 'Unknown', guests: '' })).toBe(false)
  expect(errorLines(errors, collections).map(({ field: one, message }) => [one, message])).toEqual([
    [null, 'Please fill in Company'],
    [null, 'Unknown'],
  ])
})

test.each([
  ['single-line', ['Red', 'Blue'], 'Red, Blue'],
  ['single-line', 'Red', 'Red'],
  ['checkboxes', 'Red', ['Red']],
  ['checkboxes', 'Green', []],
  ['checkboxes', ['Green', 'Blue'], ['Blue']],
  ['radio', ['Blue'], 'Blue'],
  ['radio', ['Red', 'Blue'], ''],
  ['dropdown', 'Green', ''],
])('a field of type %s takes the answer %j as %j', (type, answer, expected) => {
  const fields = [{ ...field('x', type, 'Color'), options: hasOptions(type) ? ['Red', 'Blue'] : [] }]
  const asked = [{ ...collections[0]!, fields }]
  const answers = offeredAnswers(asked, { 'c.x': answer })
  expect(answers).toEqual({ 'c.x': expected })
  expect(unfitFields({ email: 'bob@example.com', guests: [] }, asked, answers)).toEqual({})
})

test('a problem disappears once its errors are fixed', () => {
  const mended = { missing: [], lines: [], hasTime: true }
  const lines = errorLines({ email: 'Wrong' }, collections)
  const slot = { about: 'slot', title: 'Gone', text: 'Another, please' } as const
  expect(problemWords({ about: 'missing' }, { ...mended, missing: ['Full Name', 'Seats'] })?.text).toBe(
    'Please fill in the following: Full Name, Seats',
  )
  expect(problemWords({ about: 'missing' }, mended)).toBeNull()
  expect(problemWords({ about: 'fields', text: null }, { ...mended, lines })?.lines).toEqual(lines)
  // The server's summary already names the fields.
  expect(problemWords({ about: 'fields', text: 'All of it' }, { ...mended, lines })?.lines).toEqual([])
  expect(problemWords({ about: 'fields', text: null }, mended)).toBeNull()
  expect(problemWords(slot, { ...mended, hasTime: false })).toMatchObject({ title: 'Gone' })
  expect(problemWords(slot, mended)).toBeNull()
})
