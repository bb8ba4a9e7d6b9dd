import type {
  Collection,
  UsedCollection,
  UsedCollectionInput,
} from '../../../../contract/custom-fields/collection.schema.ts'
import {
  collectionMessages,
  type CollectionStage,
  type CollectionType,
} from '../../../../contract/custom-fields/custom-fields.ts'
import { hasShapeOf } from '../../parts/drafts/draft-storage.ts'
import {
  areFieldDrafts,
  type FieldDraft,
  fieldDraftFrom,
  inputOf,
  shownField,
} from '../../parts/field-editor/field-draft.ts'
import { presentFields } from '../../parts/field-editor/field-list.ts'
import type { ShownCollection } from '../../../fields/field-form.tsx'
import { newId } from '../../../data/new-id.ts'

/** A collection in an event's form. */
export interface UsedDraft {
  /** A temporary id if it was created here and isn't saved yet. */
  id: string
  isNew: boolean
  type: CollectionType
  name: string
  description: string
  /** Read-only for a library collection, editable for an event-only one. */
  fields: FieldDraft[]
  stage: CollectionStage
}

export function newUsedDraft(stage: CollectionStage): UsedDraft {
  return {
    id: `new-${newId()}`,
    isNew: true,
    type: 'boomEvent',
    name: '',
    description: '',
    fields: [],
    stage,
  }
}

const model: UsedDraft = newUsedDraft('onBooking')
export const areUsedDrafts = (value: unknown): value is UsedDraft[] =>
  Array.isArray(value) && value.every((used) => hasShapeOf(model, used) && areFieldDrafts(used.fields))

export const usedDraftFrom = (
  {
    id,
    type,
    name,
    description,
    fields,
  }: Pick<UsedCollection, 'id' | 'type' | 'name' | 'description' | 'fields'>,
  stage: CollectionStage,
): UsedDraft => ({
  id,
  isNew: false,
  type,
  name,
  description,
  fields: fields.map(fieldDraftFrom),
  stage,
})

/** For another event: library collections are used there too, event-only collections are created again. */
export const copiesOf = (used: readonly UsedDraft[]): UsedDraft[] =>
  used.map((one) =>
    one.type === 'boomEvent'
      ? { ...one, isNew: true, fields: one.fields.map((field) => ({ ...field, isNew: true })) }
      : one,
  )

/** The input: library collections by id, event-only collections in full. */
export const usedInput = (used: readonly UsedDraft[]): UsedCollectionInput[] =>
  used.map(({ id, isNew, type, name, description, fields, stage }) => ({
    ...(!isNew && { id }),
    collectionStage: stage,
    ...(type === 'boomEvent' && { type, name, description, fields: inputOf(fields) }),
  }))

/** Adds a library collection to a stage, unless it is already there or has no id. */
export function insertCollection(
  used: readonly UsedDraft[],
  collection: Collection,
  stage: CollectionStage,
): UsedDraft[] {
  const isThere = used.some((one) => one.id === collection.id && one.stage === stage)
  return isThere || !collection.id ? [...used] : [...used, usedDraftFrom(collection, stage)]
}

/** Reorders the collections of a stage without moving the other stage's. */
export function moveUsed(
  used: readonly UsedDraft[],
  stage: CollectionStage,
  from: number,
  to: number,
): UsedDraft[] {
  const ofStage = used.filter((one) => one.stage === stage)
  const moved = ofStage[from]
  if (!moved) return [...used]
  const inOrder = ofStage.toSpliced(from, 1).toSpliced(to, 0, moved)
  return [...used.filter((one) => one.stage !== stage), ...inOrder]
}

/** The error that prevents saving; null if there is none. */
export function usedError(used: readonly UsedDraft[]): string | null {
  const stages = new Map<string, CollectionStage>()
  for (const { id, name, stage } of used) {
    if (stages.has(id) && stages.get(id) !== stage) return collectionMessages.bothStages(name)
    stages.set(id, stage)
  }
  const isEmpty = used.some(({ type, fields }) => type === 'boomEvent' && presentFields(fields).length === 0)
  return isEmpty ? collectionMessages.createdWithoutFields : null
}

/** As the person who fills it in sees it. */
export const shownCollection = ({ id, name, description, fields }: UsedDraft): ShownCollection => ({
  id,
  name,
  description,
  fields: presentFields(fields).map(shownField),
})
