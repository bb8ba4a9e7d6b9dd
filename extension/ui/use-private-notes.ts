import { useEffect, useRef, useState } from 'react'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import type { Answer } from '../../contract/custom-fields/custom-fields.ts'
import { CallFailed } from '../../contract/api/client.ts'
import { AnswersChanged, AnswerSaver, type Replaced } from '../../web/fields/answer-saver.ts'
import type { Answers } from '../../web/fields/field-form.tsx'
import { inCollections, storedAnswers, useSavedAnswers } from '../../web/fields/use-saved-answers.ts'
import { call, send } from '../messages.ts'
import { type UnsavedNotes, unsavedNotes } from '../stored.ts'
import { forgetNotes } from '../unsaved-notes.ts'

const SAVE_DELAY_MS = 800

interface PrivateNotesOptions {
  bookingId: string
  /** As the server has them. */
  collections: readonly BookedCollection[]
  /** False while they may be from before. */
  isCurrent: boolean
  /** After notes were saved, or others were found. */
  onSaved: () => Promise<void>
}

/** The host's private notes on a booking, saved while typing, and their save state. */
export function usePrivateNotes({ bookingId, collections, isCurrent, onSaved }: PrivateNotesOptions) {
  const [saver] = useState(
    () =>
      new AnswerSaver({
        delayMs: SAVE_DELAY_MS,
        async save(answers, _isLeaving, replaces) {
          await saveNotes(bookingId, answers, replaces).catch(async (error: unknown) => {
            if (!(error instanceof CallFailed) || error.code !== 'edit_conflict') throw error
            const { bookingData } = await call('getBooking', { params: { id: bookingId } })
            // The field shows it if that one is chosen.
            await onSaved()
            throw new AnswersChanged(storedAnswers(bookingData.customFieldsCollections))
          })
          // Until then the fields would show what was stored before.
          await onSaved()
        },
        // The background script keeps them.
        onUnseenFailure() {},
      }),
  )
  useEffect(() => {
    const flush = () => saver.flush(true)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      saver.leave()
    }
  }, [saver])
  const filling = useSavedAnswers(saver, collections)
  useRestoredNotes(saver, { bookingId, collections, isCurrent, change: filling.change })
  return filling
}

function saveNotes(bookingId: string, answers: Answers, replaces: Replaced) {
  const unsaved: UnsavedNotes = Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [key, { value, replaced: replaces[key]?.[0] ?? '' }]),
  )
  const customFieldsCollections = inCollections(answers, replaces)
  return send({
    kind: 'call',
    name: 'fillPostBookingFields',
    request: { params: { id: bookingId }, body: { customFieldsCollections } },
    notes: { bookingId, unsaved },
  })
}

/**
 * Takes notes that couldn't be saved earlier as typed now, so that they are saved. Where somebody has changed the stored
 * one since, or the event no longer asks for it, they are given up.
 */
function useRestoredNotes(
  saver: AnswerSaver,
  {
    bookingId,
    collections,
    isCurrent,
    change,
  }: Omit<PrivateNotesOptions, 'onSaved'> & { change: (key: string, answer: Answer) => void },
) {
  const isRestored = useRef(false)
  useEffect(() => {
    if (!isCurrent || isRestored.current) return
    isRestored.current = true
    const stored = storedAnswers(collections)
    const notes = Object.entries(unsavedNotes(bookingId))
    const isUnchanged = ([key, { replaced, tried = [] }]: (typeof notes)[number]) =>
      key in stored && [replaced, ...tried].some((one) => JSON.stringify(one) === JSON.stringify(stored[key]))
    // What the host has typed here until then is newer.
    const wanted = notes.filter((note) => isUnchanged(note) && !(note[0] in saver.state.typed))
    for (const [key, { value }] of wanted) change(key, value)
    const outdated = notes.filter((note) => !isUnchanged(note)).map(([key]) => key)
    if (outdated.length > 0) void forgetNotes(bookingId, outdated)
  }, [saver, bookingId, collections, isCurrent, change])
}
