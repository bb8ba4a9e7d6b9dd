import { useEffect } from 'react'
import type { BookedCollection } from '../../../../contract/custom-fields/collection.schema.ts'
import { SessionExpired } from '../../data/api.ts'
import { savePrivateAnswers } from '../../data/private-answer-calls.ts'
import { restoreUser } from '../../data/session-storage.ts'
import { AnswerSaver } from '../../../fields/answer-saver.ts'
import { inCollections, useSavedAnswers } from '../../../fields/use-saved-answers.ts'
import { useSession } from '../session/session.ts'
import { toasts } from '../../data/toasts.ts'

const DELAY_MS = 800

interface Kept {
  hostId: string
  saver: AnswerSaver
}

/** Whether another host has signed in since. */
function isOthers(hostId: string): boolean {
  const user = restoreUser()
  return user !== null && user.id !== hostId
}

/** All bookings with typed answers, so that closing the panel or opening another booking loses nothing. */
const kept = new Map<string, Kept>()

function saverOf(bookingId: string, who: string, hostId: string): AnswerSaver {
  const known = kept.get(bookingId)
  if (known?.hostId === hostId) return known.saver
  let isSignedOut = false
  const saver = new AnswerSaver({
    delayMs: DELAY_MS,
    async save(answers, isLeaving, replaces) {
      try {
        if (isOthers(hostId)) throw new SessionExpired()
        await savePrivateAnswers(bookingId, inCollections(answers, replaces), isLeaving)
        toasts.privateFieldsSaved(bookingId)
      } catch (error) {
        isSignedOut = error instanceof SessionExpired
        throw error
      }
    },
    onUnseenFailure() {
      if (isSignedOut || isOthers(hostId)) return
      if (saver.state.status === 'conflict') toasts.privateFieldsChanged(bookingId, who)
      else toasts.privateFieldsNotSaved(bookingId, who, () => saver.flush())
    },
  })
  kept.set(bookingId, { hostId, saver })
  return saver
}

/** Restores unsaved answers from an expired session and drops another host's. */
export function resumeSaving(hostId: string) {
  for (const [bookingId, one] of kept) {
    if (one.hostId !== hostId) kept.delete(bookingId)
    else if (!one.saver.isSettled) one.saver.flush()
  }
}

/** The host's private answers for a booking and their save state. */
export function usePrivateAnswers(bookingId: string, who: string, collections: readonly BookedCollection[]) {
  const hostId = useHostId()
  const saver = saverOf(bookingId, who, hostId)
  useEffect(
    () => () => {
      saver.leave()
      if (saver.isSettled) kept.delete(bookingId)
    },
    [saver, bookingId],
  )
  const filling = useSavedAnswers(saver, collections)
  return {
    ...filling,
    choose(...choice: Parameters<typeof filling.choose>) {
      filling.choose(...choice)
      if (saver.isSettled) toasts.privateFieldsSaved(bookingId)
    },
  }
}

export function useHostId(): string {
  const session = useSession()
  return session.status === 'signedIn' ? session.user.id : ''
}

const all = () => [...kept.values()].filter(({ hostId }) => !isOthers(hostId)).map(({ saver }) => saver)
const flushAll = () => all().forEach((saver) => saver.flush(true))
window.addEventListener('pagehide', flushAll)
window.addEventListener('online', () => {
  for (const saver of all()) if (saver.state.status === 'failed') saver.flush()
})
window.addEventListener('beforeunload', (leaving) => {
  const isStuck = all().some(({ isSettled, state }) => !isSettled && state.status !== 'waiting')
  flushAll()
  if (isStuck) leaving.preventDefault()
})
