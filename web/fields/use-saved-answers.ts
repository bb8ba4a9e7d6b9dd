import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { type Answer, answerError } from '../../contract/custom-fields/custom-fields.ts'
import type { AnswerSaver, Replaced } from './answer-saver.ts'
import type { Answers } from './field-form.tsx'
import { fieldKey } from './field-form.tsx'

/** The host's answers by collection and field id. */
export type PrivateAnswers = {
  id: string
  fields: { id: string; value: Answer; replaces: Answer[] }[]
}[]

/** Groups answers and what they may replace by their collections, as the API takes them. */
export function inCollections(answers: Answers, replaces: Replaced): PrivateAnswers {
  const collections = new Map<string, PrivateAnswers[number]>()
  for (const [key, value] of Object.entries(answers)) {
    const [id = '', fieldId = ''] = key.split('.')
    const collection = collections.get(id) ?? { id, fields: [] }
    collection.fields.push({ id: fieldId, value, replaces: [...(replaces[key] ?? [])] })
    collections.set(id, collection)
  }
  return [...collections.values()]
}

/** The stored private answers, by the keys of their fields. */
export const storedAnswers = (collections: readonly BookedCollection[]): Answers =>
  Object.fromEntries(
    privateCollections(collections).flatMap(({ id, fields }) =>
      fields.map((field) => [fieldKey(id, field.id), field.value ?? ''] as const),
    ),
  )

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
    theirs: state.theirs,
    choose: (key: string, whose: 'mine' | 'theirs') => saver.choose(key, whose),
    answers: { ...saved, ...state.typed },
    change,
    leave: () => saver.leave(),
    retry: () => saver.flush(),
  }
}
