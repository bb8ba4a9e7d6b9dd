import { expect, it } from 'vitest'
import { newField } from '../../parts/field-editor/field-draft.ts'
import {
  collectionErrors,
  isCollectionDraft,
  newCollection,
  refusalFrom,
  upgradeDraft,
} from './collection-draft.ts'

const field = { ...newField(), label: 'Size' }
const draft = { ...newCollection.draft, name: 'Company', fields: [field, { ...newField(), isDeleted: true }] }

it("needs a name and at least one field that isn't deleted", () => {
  expect(collectionErrors(draft)).toEqual({})
  expect(collectionErrors({ ...draft, name: ' ', fields: draft.fields.slice(1) })).toEqual({
    name: 'Collection name is required.',
    fields: 'At least one field is required to save the collection.',
  })
})

it('detects drafts stored by another version of the app', () => {
  expect(isCollectionDraft(JSON.parse(JSON.stringify(draft)))).toBe(true)
  expect(isCollectionDraft({ ...draft, fields: [{ label: 'Size' }] })).toBe(false)
  expect(isCollectionDraft({ ...draft, fields: {} })).toBe(false)
  expect(isCollectionDraft({ name: 'Company' })).toBe(false)
  expect(isCollectionDraft(null)).toBe(false)
  const { labels: _, ...earlier } = draft
  expect(isCollectionDraft(earlier)).toBe(false)
  expect(upgradeDraft(earlier)).toEqual(draft)
})

it('assigns the server’s messages to their fields', () => {
  const messages = {
    name: 'Too long',
    fields: 'Too many',
    'fields.0.label': 'Odd label',
    'fields.0.options': 'Odd options',
    'fields.0.icon': 'Odd icon',
    'fields.1.label': 'Of a deleted one',
    version: 'Odd version',
  }
  const { errors, ofFields, rest } = refusalFrom(messages, draft)
  expect(errors).toEqual({ name: 'Too long', fields: 'Too many' })
  expect([...ofFields]).toEqual([[field, { label: 'Odd label', options: 'Odd options' }]])
  expect(rest).toEqual(['Odd icon', 'Of a deleted one', 'Odd version'])
})
