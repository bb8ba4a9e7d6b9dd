import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { type Answer, answerError } from '../../contract/custom-fields/custom-fields.ts'
import type { Answers, AnswerSaver } from './answer-saver.ts'
import { fieldKey } from './field-form.tsx'

/** The host's answers by collection and field id. */
export type PrivateAnswers = readonly { id: string; fields: { id: string; value: string | string[] }[] }[]

/** Groups answers by their collections, as the API takes them. */
export function inCollections(answers: Answers): PrivateAnswers {
  const collections = new Map<string, PrivateAnswers[number]>()
  for (const [key, value] of Object.entries(answers)) {
    const [id = '', fieldId = ''] = key.split('.')
    const collection = collections.get(id) ?? { id, fields: [] }
    collection.fields.push({ id: fieldId, value })
    collections.set(id, collection)
  }
  return [...collections.values()]
}

/** The collections that the host fills in, without deleted fields. */
export const privateCollections = (collections: readonly BookedCollection[]) =>
  collections
    .filter(({ collectionStage }) => collectionStage === 'postBooking')
    .map((collection) => ({
      ...collection,
      fields: collection.fields.filter((field) => !field.isDeleted),
    }))

/** The host's private answers, saved while typing, and their save state. */
export function useSavedAnswers(saver: AnswerSaver, collections: readonly BookedCollection[]) {
  const state = useSyncExternalStore(saver.subscribe, () => saver.state)
  const fields = useMemo(
    () =>
      new Map(
        collections.flatMap(({ id, fields: asked }) => asked.map((field) => [fieldKey(id, field.id), field])),
      ),
    [collections],
  )
  const change = useCallback(
    (key: string, answer: Answer) => {
      const field = fields.get(key)
      saver.type(key, answer, field ? answerError(field, answer) : null, field?.value ?? '')
    },
    [saver, fields],
  )
  const saved = Object.fromEntries([...fields].map(([key, { value }]) => [key, value ?? '']))
  return {
    status: state.status,
    errors: state.errors,
    answers: { ...saved, ...state.typed },
    change,
    leave: () => saver.leave(),
    retry: () => saver.flush(),
  }
}
