import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { BookedCollection } from '../../contract/collection.ts'
import { type Answer, answerError } from '../../contract/custom-fields.ts'
import { SessionExpired } from '../api.ts'
import { type PrivateAnswers, savePrivateAnswers } from '../booking-calls.ts'
import { fieldKey } from '../field-form/field-form.tsx'
import { toasts } from '../toasts.ts'
import { type Answers, AnswerSaver } from './answer-saver.ts'

const DELAY_MS = 800

/** Of every booking with something typed: closing its panel, or opening another one, loses nothing of it. */
const savers = new Map<string, AnswerSaver>()

function saverOf(bookingId: string, who: string): AnswerSaver {
  const known = savers.get(bookingId)
  if (known) return known
  let wasSignedOut = false
  const saver = new AnswerSaver({
    delayMs: DELAY_MS,
    async save(answers, isLeaving) {
      try {
        await savePrivateAnswers(bookingId, inCollections(answers), isLeaving)
      } catch (error) {
        wasSignedOut = error instanceof SessionExpired
        throw error
      }
    },
    onUnseenFailure() {
      if (!wasSignedOut) toasts.privateFieldsNotSaved(who, () => saver.flush())
    },
  })
  savers.set(bookingId, saver)
  return saver
}

function inCollections(answers: Answers): PrivateAnswers {
  const collections = new Map<string, PrivateAnswers[number]>()
  for (const [key, value] of Object.entries(answers)) {
    const [id = '', fieldId = ''] = key.split('.')
    const collection = collections.get(id) ?? { id, fields: [] }
    collection.fields.push({ id: fieldId, value })
    collections.set(id, collection)
  }
  return [...collections.values()]
}

/** What the host fills in after a booking, and how far it is saved. */
export function usePrivateAnswers(bookingId: string, who: string, collections: readonly BookedCollection[]) {
  const saver = saverOf(bookingId, who)
  const state = useSyncExternalStore(saver.subscribe, () => saver.state)
  useEffect(
    () => () => {
      saver.leave()
      if (saver.isSettled) savers.delete(bookingId)
    },
    [saver, bookingId],
  )
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
      saver.type(key, answer, field ? answerError(field, answer) : null)
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

function flushAll() {
  for (const saver of savers.values()) saver.flush(true)
}
window.addEventListener('pagehide', flushAll)
window.addEventListener('beforeunload', (leaving) => {
  const isStuck = [...savers.values()].some(
    ({ isSettled, state }) => !isSettled && state.status !== 'waiting',
  )
  flushAll()
  if (isStuck) leaving.preventDefault()
})
