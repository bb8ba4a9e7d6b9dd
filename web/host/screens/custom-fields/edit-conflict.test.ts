import { expect, it } from 'vitest'
import { newField } from '../../parts/field-editor/field-draft.ts'
import { addField, changeField, moveField, removeField } from '../../parts/field-editor/field-list.ts'
import type { CollectionDraft } from './collection-draft.ts'
import { differencesOf, mergeCollections } from './edit-conflict.ts'

const make = (label: string, part = {}) => ({ ...newField(), id: label, label, isNew: false, ...part })
const base: CollectionDraft = {
  name: 'Company',
  description: '',
  isArchived: false,
  fields: [make('Name'), make('Size'), make('Notes'), make('Old')],
  labels: [],
}

it("keeps both editors' changes, and one's own text if both changed it", () => {
  const mine = { ...base, name: 'Mine', fields: changeField(base.fields, 'Name', { label: 'Company ' }) }
  const theirs = {
    ...base,
    name: 'Theirs',
    description: 'Theirs',
    isArchived: true,
    fields: removeField(base.fields, 'Size'),
  }
  const merged = mergeCollections(base, mine, theirs)
  expect(merged).toMatchObject({ name: 'Mine', description: 'Theirs', isArchived: true })
  expect(merged.fields.map(({ label, isDeleted }) => [label, isDeleted])).toEqual([
    ['Company', false],
    ['Notes', false],
    ['Old', false],
    ['Size', true],
  ])
})

it('ignores a blank line after the options', () => {
  const listed = { ...base, fields: [make('Size', { type: 'radio', options: 'S\nL' })] }
  const mine = { ...listed, fields: changeField(listed.fields, 'Size', { options: 'S\nL\n' }) }
  const theirs = { ...listed, fields: changeField(listed.fields, 'Size', { options: 'S\nM\nL' }) }
  expect(mergeCollections(listed, mine, theirs).fields[0]).toMatchObject({ options: 'S\nM\nL' })
})

it('lists changes made elsewhere, except identical ones', () => {
  const mine = {
    ...base,
    name: 'Mine',
    fields: removeField(changeField(base.fields, 'Name', { label: 'My name' }), 'Old'),
  }
  const theirs = {
    ...base,
    name: 'Theirs',
    isArchived: true,
    fields: addField(
      removeField(
        removeField(
          changeField(base.fields, 'Name', { label: 'Their name', isRequired: true, description: 'Full' }),
          'Size',
        ),
        'Old',
      ),
      make('Colour', { type: 'radio', options: 'Red\nBlue' }),
    ),
  }
  expect(differencesOf(base, mine, theirs)).toEqual([
    { field: 'name', label: 'Collection name', there: 'Theirs', here: 'Mine' },
    { field: 'isArchived', label: 'Archived', there: 'On', here: null },
    {
      field: 'Name',
      label: 'Field Name',
      there: 'Their name · Single line text · Required · Full',
      here: 'My name · Single line text',
    },
    {
      field: 'Colour',
      label: 'New field Colour',
      there: 'Colour · Radio buttons · Red, Blue',
      here: 'not in your version; the new field is kept',
    },
    { field: 'Size', label: 'Field Size', there: 'Deleted', here: null },
  ])
})

it('reports a different order', () => {
  const theirs = { ...base, fields: moveField(base.fields, 0, 3) }
  expect(differencesOf(base, base, theirs)).toEqual([
    { field: 'order', label: 'Field order', there: 'Changed', here: null },
  ])
})
