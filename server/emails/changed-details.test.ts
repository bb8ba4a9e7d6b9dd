import { expect, test } from 'vitest'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { type BookingBefore, changedDetails, changedText } from './changed-details.ts'

const collection = (
  values: Record<string, string>,
  collectionStage: BookedCollection['collectionStage'] = 'onBooking',
) =>
  ({
    id: collectionStage,
    collectionStage,
    fields: Object.entries(values).map(([id, value]) => ({ id, label: `Your ${id}`, value })),
  }) as unknown as BookedCollection

const renamed = (asked: BookedCollection): BookedCollection => ({
  ...asked,
  fields: asked.fields.map((field) => ({ ...field, label: 'Another question' })),
})

const before: BookingBefore = {
  fullName: 'Bob',
  email: 'bob@example.com',
  meetVia: 'phone',
  location: '+1 555 0100',
  startAt: 0,
  endAt: 60_000,
  customFields: [collection({ company: 'Weber', size: '3' })],
}

test.each<[string, Partial<BookingBefore>, string[], string[]]>([
  ['nothing', {}, [], []],
  ['a new time alone', { startAt: 5, endAt: 60_005 }, [], []],
  ['another length', { endAt: 70_000 }, ['duration'], ['duration']],
  [
    'another way to meet',
    { meetVia: 'in-person', location: 'Room 1' },
    ['meetVia', 'location'],
    ['meetVia', 'location'],
  ],
  ['another person', { fullName: 'Rob', email: 'rob@example.com' }, ['fullName', 'email'], []],
  [
    'answers, also ones that are gone',
    { customFields: [collection({ company: 'Meyer' })] },
    ['company', 'size'],
    [],
  ],
  [
    'no questions that the host changed or added',
    { customFields: [renamed(collection({ company: 'Weber', size: '3', note: '' }))] },
    [],
    [],
  ],
  [
    'private notes',
    { customFields: [...before.customFields, collection({ rating: 'low' }, 'postBooking')] },
    [],
    [],
  ],
])('finds %s, as far as it concerns somebody', (_, change, ofInvitee, ofGuest) => {
  const after = { ...before, ...change }
  for (const role of ['invitee', 'host'] as const)
    expect(Object.keys(changedDetails(role, before, after))).toEqual(ofInvitee)
  expect(Object.keys(changedDetails('guest', before, after))).toEqual(ofGuest)
})

test('names what the recipient may see, each name once, and not too many', () => {
  const changed = { unknown: 'a', company: 'b', rating: 'c', fullName: 'd' }
  const rating = collection({ rating: 'low' }, 'postBooking')
  expect(changedText(changed, [...before.customFields, rating])).toBe('Name, Your company')
  expect(changedText(changed, [])).toBe('Name')
  const alike = before.customFields.map(renamed)
  expect(changedText({ company: 'a', size: 'b' }, alike)).toBe('Another question')
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`answer ${index}`, '']))
  expect(changedText(many, [collection(many)])).toMatch(/^Your answer 0, .*Your answer 4, 2 more$/)
})
