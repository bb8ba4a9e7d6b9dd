import { nameFieldType } from '../../../../contract/custom-fields/field-types.ts'
import { expect, it } from 'vitest'
import type { CollectionField } from '../../../../contract/custom-fields/collection.schema.ts'
import { collectionMessages } from '../../../../contract/custom-fields/custom-fields.ts'
import {
  errorsOf,
  type FieldDraft,
  fieldDraftFrom,
  inputOf,
  newField,
  shownField,
  tidied,
} from './field-draft.ts'

const fieldWith = (part: Partial<FieldDraft>): FieldDraft => ({ ...newField(), label: 'Size', ...part })

const saved: CollectionField = {
  id: '6f1c7e1e-9d0a-4d63-8f3f-111111111111',
  type: 'dropdown',
  label: 'Size',
  description: 'People',
  options: ['Small', 'Large'],
  customId: 'crm-7',
  icon: 'users',
  isRequired: true,
  fieldPosition: 3,
  isDeleted: false,
}

it('sends a saved field unchanged, and a new one without an id', () => {
  const [known, added] = inputOf([fieldDraftFrom(saved), fieldWith({})])
  expect(known).toEqual({ ...saved, fieldPosition: 0 })
  expect(added).not.toHaveProperty('id')
  expect(added).toMatchObject({ label: 'Size', fieldPosition: 1, isDeleted: false })
})

it('trims texts and drops blank options', () => {
  const typed = fieldWith({
    type: 'radio',
    label: 'Size  ',
    description: 'People \n',
    options: ' S \n\n  \nL\n',
  })
  const kept = { label: 'Size', description: 'People', options: ['S', 'L'] }
  expect(inputOf([typed])[0]).toMatchObject(kept)
  expect(shownField(typed)).toMatchObject(kept)
  expect(tidied(typed)).toMatchObject({ ...kept, options: 'S\nL' })
})

it('sends only what the type supports', () => {
  const full = { label: 'L', description: 'D', options: 'A\nB', isRequired: true }
  const [separator, header, text] = inputOf([
    fieldWith({ ...full, type: 'separator' }),
    fieldWith({ ...full, type: 'header' }),
    fieldWith({ ...full, type: 'single-line' }),
  ])
  expect(separator).toMatchObject({ label: '', description: '', options: [], isRequired: false })
  expect(header).toMatchObject({ label: 'L', description: 'D', options: [], isRequired: false })
  expect(text).toMatchObject({ label: 'L', description: 'D', options: [], isRequired: true })
})

it.each([
  [{ label: ' ' }, { label: collectionMessages.label }],
  [{ label: '', type: 'header' }, {}],
  [{ label: '', type: 'separator' }, {}],
  [{ type: 'radio', options: ' \n' }, { options: collectionMessages.noOptions }],
  [{ type: 'checkboxes', options: 'A\nA ' }, { options: collectionMessages.sameOptions }],
  [{ type: 'dropdown', options: 'A\nB' }, {}],
  [{ type: 'single-line', options: 'A\nA' }, {}],
  [{ type: 'radio', options: 'x'.repeat(201) }, { options: 'An option can have at most 200 characters' }],
  [
    { type: 'radio', options: Array.from({ length: 101 }, (_, index) => index).join('\n') },
    { options: 'A field can have at most 100 options' },
  ],
] satisfies [Partial<FieldDraft>, object][])('finds what is wrong with %j', (part, errors) =>
  expect(errorsOf(fieldWith(part))).toEqual(errors),
)

it('returns the same objects for the same draft, to avoid re-rendering', () => {
  const field = fieldWith({})
  expect(shownField(field)).toBe(shownField(field))
  expect(errorsOf(field)).toBe(errorsOf(field))
})

it('labels every type, and unknown ones by their own name', () => {
  expect(nameFieldType('checkbox')).toBe('Checkbox')
  expect(nameFieldType('signature')).toBe('signature')
  expect(nameFieldType('constructor')).toBe('constructor')
})
