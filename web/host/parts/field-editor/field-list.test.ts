import { expect, it } from 'vitest'
import { newField } from './field-draft.ts'
import { addField, changeField, type FieldList, moveField, putBack, removeField } from './field-list.ts'

const make = (label: string, part = {}) => ({ ...newField(), id: label, label, isNew: false, ...part })
const gone = make('gone', { isDeleted: true })
const list: FieldList = [make('a'), make('b'), make('c'), gone]
const labels = (fields: FieldList) => fields.map(({ label, isDeleted }) => (isDeleted ? `-${label}` : label))

it('adds at the end, before deleted fields', () =>
  expect(labels(addField(list, make('d')))).toEqual(['a', 'b', 'c', 'd', '-gone']))

it('changes one field and keeps the other objects', () => {
  const changed = changeField(list, 'b', { label: 'B' })
  expect(labels(changed)).toEqual(['a', 'B', 'c', '-gone'])
  expect(changed[0]).toBe(list[0])
})

it('moves by position within bounds', () => {
  expect(labels(moveField(list, 0, 2))).toEqual(['b', 'c', 'a', '-gone'])
  expect(labels(moveField(list, 2, 1))).toEqual(['a', 'c', 'b', '-gone'])
  expect(moveField(list, 2, 3)).toBe(list)
  expect(moveField(list, 0, -1)).toBe(list)
})

it('flags a removed saved field, drops a new one, and restores either', () => {
  const removed = removeField(list, 'b')
  expect(labels(removed)).toEqual(['a', 'c', '-gone', '-b'])
  expect(putBack(removed, list[1]!, 1)).toEqual(list)
  const added = make('d', { isNew: true })
  const dropped = removeField(addField(list, added), 'd')
  expect(dropped).toEqual(list)
  expect(labels(putBack(dropped, added, 3))).toEqual(['a', 'b', 'c', 'd', '-gone'])
})
