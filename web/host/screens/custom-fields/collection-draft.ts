import type { Collection, CollectionInput } from '../../../../contract/custom-fields/collection.schema.ts'
import { collectionMessages } from '../../../../contract/custom-fields/custom-fields.ts'
import { hasShapeOf } from '../../parts/drafts/draft-storage.ts'
import {
  areFieldDrafts,
  fieldDraftFrom,
  type FieldDraft,
  type FieldErrors,
  inputOf,
} from '../../parts/field-editor/field-draft.ts'
import { type FieldList, presentFields } from '../../parts/field-editor/field-list.ts'
import type { SavedDraft } from '../../parts/drafts/use-draft.ts'

/** A collection in its editor. */
export interface CollectionDraft {
  name: string
  description: string
  isArchived: boolean
  fields: FieldList
  /** The ids of a new collection's labels; an existing one's are saved at once. */
  labels: string[]
}

export type SavedCollection = SavedDraft<CollectionDraft>

export const newCollection: SavedCollection = {
  draft: { name: '', description: '', isArchived: false, fields: [], labels: [] },
  version: null,
}

/** Adds what drafts lack that were stored before there were labels. */
export const upgradeDraft = (draft: object): object => ({ labels: [], ...draft })

export const isCollectionDraft = (value: unknown): value is CollectionDraft =>
  hasShapeOf(newCollection.draft, value) && areFieldDrafts(value.fields)

export const savedFrom = ({
  name,
  description,
  isArchived,
  fields,
  version,
}: Collection): SavedCollection => ({
  draft: { name, description, isArchived, fields: fields.map(fieldDraftFrom), labels: [] },
  version,
})

export const inputFrom = ({ name, description, isArchived, fields, labels }: CollectionDraft) =>
  ({
    name: name.trim(),
    description: description.trim(),
    isArchived,
    fields: inputOf(fields),
    labelIds: labels,
  }) satisfies CollectionInput

export const draftText = (draft: CollectionDraft) => JSON.stringify(inputFrom(draft))

export interface CollectionErrors {
  name?: string
  description?: string
  /** The error of the field list itself. */
  fields?: string
}

export function collectionErrors({ name, fields }: CollectionDraft): CollectionErrors {
  return {
    ...(name.trim() === '' && { name: collectionMessages.name }),
    ...(presentFields(fields).length === 0 && { fields: collectionMessages.noFields }),
  }
}

interface Refusal {
  errors: CollectionErrors
  ofFields: Map<FieldDraft, FieldErrors>
  /** Messages without a place in the form. */
  rest: string[]
}

/** Assigns the `fields` of a server error to the parts of the submitted draft. */
export function refusalFrom(messages: Readonly<Record<string, string>>, sent: CollectionDraft): Refusal {
  const refusal: Refusal = { errors: {}, ofFields: new Map(), rest: [] }
  for (const [path, message] of Object.entries(messages)) {
    const [whole = '', index = '', part = ''] = path.split('.')
    const field = whole === 'fields' ? sent.fields[Number.parseInt(index, 10)] : undefined
    if (field && !field.isDeleted && isPart(part)) {
      refusal.ofFields.set(field, { [part]: message, ...refusal.ofFields.get(field) })
    } else if (whole === 'name' || whole === 'description' || (whole === 'fields' && !field)) {
      refusal.errors[whole] ??= message
    } else refusal.rest.push(message)
  }
  return refusal
}

const isPart = (part: string): part is keyof FieldErrors =>
  part === 'type' || part === 'label' || part === 'description' || part === 'options'
