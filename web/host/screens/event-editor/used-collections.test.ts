import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Collection } from '../../../../contract/custom-fields/collection.schema.ts'
import { newField } from '../../parts/field-editor/field-draft.ts'
import {
  insertCollection,
  moveUsed,
  newUsedDraft,
  type UsedDraft,
  usedError,
  usedInput,
} from './used-collections.ts'

const used = (part: Partial<UsedDraft>): UsedDraft => ({
  ...newUsedDraft('onBooking'),
  name: 'Intake',
  fields: [{ ...newField(), label: 'Company' }],
  ...part,
})
const ofLibrary = (id: string, stage: UsedDraft['stage'] = 'onBooking') =>
  used({ id, isNew: false, type: 'generic', stage })

describe('collection errors', () => {
  it.each([
    ['nothing', [ofLibrary('a'), ofLibrary('b', 'postBooking'), used({})], null],
    [
      'one in both stages, by its name',
      [ofLibrary('a'), used({}), ofLibrary('a', 'postBooking')],
      '"Intake" cannot be both a booking and a post-booking collection. Remove it from one of them.',
    ],
    [
      'one made here without a field',
      [ofLibrary('a'), used({ fields: [{ ...newField(), label: 'Gone', isDeleted: true }] })],
      'All created collections must have at least one field',
    ],
  ])('%s', (_, list, message) => expect(usedError(list)).toBe(message))
})

it('sends library collections by id and event-only collections in full', () => {
  const own = used({ id: 'c', isNew: false, stage: 'postBooking' })
  expect(usedInput([ofLibrary('a'), used({ name: 'New' }), own])).toMatchObject([
    { id: 'a', collectionStage: 'onBooking' },
    { type: 'boomEvent', name: 'New', fields: [{ label: 'Company' }], collectionStage: 'onBooking' },
    { id: 'c', type: 'boomEvent', collectionStage: 'postBooking' },
  ])
  expect(usedInput([ofLibrary('a')])[0]).not.toHaveProperty('fields')
  expect(usedInput([used({})])[0]).not.toHaveProperty('id')
})

it('inserts a collection only once, and only with an id', () => {
  const collection = (id: string) =>
    ({ id, type: 'generic', name: 'a', description: '', fields: [] }) as unknown as Collection
  const once = insertCollection([], collection('a'), 'onBooking')
  expect(insertCollection(once, collection('a'), 'onBooking')).toEqual(once)
  expect(insertCollection(once, collection(''), 'onBooking')).toEqual(once)
  expect(insertCollection(once, collection('a'), 'postBooking')).toHaveLength(2)
})

it('reorders a stage and keeps the other one', () => {
  const list = fc.array(fc.constantFrom<UsedDraft['stage']>('onBooking', 'postBooking'), { maxLength: 12 })
  fc.assert(
    fc.property(list, fc.nat(11), fc.nat(11), (stages, from, to) => {
      const before = stages.map((stage, index) => ofLibrary(String(index), stage))
      const after = moveUsed(before, 'onBooking', from, to)
      const ids = (stage: UsedDraft['stage'], all: UsedDraft[]) =>
        all.filter((one) => one.stage === stage).map(({ id }) => id)
      expect(ids('postBooking', after)).toEqual(ids('postBooking', before))
      const moved = ids('onBooking', before)[from]
      const rest = (all: UsedDraft[]) => ids('onBooking', all).filter((id) => id !== moved)
      expect(rest(after)).toEqual(rest(before))
      if (moved !== undefined) {
        expect(ids('onBooking', after)[Math.min(to, ids('onBooking', before).length - 1)]).toBe(moved)
      }
    }),
  )
})
