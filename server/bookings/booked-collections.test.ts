import { expect, test } from 'vitest'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { bookedCollections, fillIn } from './booked-collections.ts'

const question = (value: string | null) => ({
  id: '0190a0a0-0000-7000-8000-000000000001',
  type: 'phone',
  label: 'Phone',
  description: '',
  isRequired: false,
  fieldPosition: 0,
  options: [],
  value,
})
const collection = (collectionStage: 'onBooking' | 'postBooking', value: string | null, type = 'phone') =>
  ({
    id: '0190a0a0-0000-7000-8000-000000000002',
    name: 'About you',
    description: '',
    collectionStage,
    fields: [{ ...question(value), type }],
  }) as unknown as BookedCollection
const answers = (value: string) => [
  { id: collection('onBooking', null).id, fields: [{ id: question(null).id, value }] },
]

test('an answer from before a stricter rule may stay, and a new one may not', () => {
  const asked = [collection('onBooking', null)]
  const stored = [collection('onBooking', 'ask reception')]
  expect(bookedCollections(asked, answers('ask reception'), stored)).toMatchObject([
    { fields: [{ value: 'ask reception' }] },
  ])
  expect(() => bookedCollections(asked, answers('ask reception'))).toThrow()
  expect(() => bookedCollections(asked, answers('ask someone'), stored)).toThrow()

  const own = [collection('postBooking', 'ask reception')]
  expect(fillIn(own, answers('ask reception'))).toEqual(own)
  expect(() => fillIn(own, answers('ask someone'))).toThrow()
})

test('a text keeps its lines in a field that now asks for one, and a new text has none', () => {
  const asked = [collection('onBooking', null, 'single-line')]
  const stored = [collection('onBooking', 'left\nright', 'multi-line')]
  const valueOf = (value: string) => bookedCollections(asked, answers(value), stored)[0]!.fields[0]!.value
  expect(valueOf('left\nright')).toBe('left\nright')
  expect(valueOf('left\nleft')).toBe('left left')
})

test('an address is stored without the invisible characters that were copied along with it', () => {
  const asked = [collection('onBooking', null, 'email')]
  expect(bookedCollections(asked, answers('\u202aann@\u200bexample.com\u202c'))).toMatchObject([
    { fields: [{ value: 'ann@example.com' }] },
  ])
})
