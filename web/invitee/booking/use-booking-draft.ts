import { useCallback, useEffect, useMemo, useState } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { Answer } from '../../../contract/custom-fields/custom-fields.ts'
import { isText } from '../../data/browser-storage.ts'
import { type Answers, fieldKey, type ShownCollection } from '../../fields/field-form.tsx'
import { call } from '../call.ts'
import { useSessionState } from '../use-session-state.ts'
import { draftPlace } from './kept-changes.ts'
import { useSavedDetails } from './use-saved-details.ts'

export interface BookingDraft {
  fullName: string
  email: string
  answers: Answers
}

/** The typed details; null, or no key, for what wasn't touched. */
interface Typed {
  fullName: string | null
  email: string | null
  answers: Answers
}

type BookingDetails = BookingAnswer['bookingData']

const NOTHING: Typed = { fullName: null, email: null, answers: {} }

/**
 * The typed details, stored for this tab. In a new booking, details remembered on this device fill the empty fields.
 * A booking that is being changed has its own details, because it may be someone else's; and so has one for somebody.
 * Only what was typed is stored: everything else may have been changed elsewhere when the page is opened again.
 */
export function useBookingDraft(eventId: string, booking: BookingDetails | null, isForSomebody: boolean) {
  const [typed, change, leave] = useSessionState(
    `${draftPlace(booking?.id ?? eventId)}${isForSomebody ? ':for' : ''}`,
    NOTHING,
    isTyped,
  )
  const device = useSavedDetails()
  const known = booking || isForSomebody ? null : device.person
  const [own, setOwn] = useState(() => booking && detailsOf(booking))
  const [startUtc, setStartUtc] = useState(booking?.startUtc)
  const id = booking?.id
  useEffect(() => {
    if (id === undefined) return
    // Another tab may have changed what wasn't typed here, and saving must not undo that.
    const refresh = () => {
      if (document.visibilityState !== 'visible') return
      call('getBooking', { params: { id } }).then(
        ({ bookingData }) => {
          setOwn(detailsOf(bookingData))
          setStartUtc(bookingData.startUtc)
        },
        () => {},
      )
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [id])
  const given = useMemo(() => ({ ...own?.answers, ...typed.answers }), [own, typed.answers])
  const draft: BookingDraft = {
    fullName: typed.fullName ?? (own ?? known)?.fullName ?? '',
    email: typed.email ?? (own ?? known)?.email ?? '',
    answers: given,
  }
  const type = useCallback(
    (part: Partial<Omit<Typed, 'answers'>>) => change((current) => ({ ...current, ...part })),
    [change],
  )
  const answer = useCallback(
    (key: string, value: Answers[string]) =>
      change((current) => ({ ...current, answers: { ...current.answers, [key]: value } })),
    [change],
  )
  /** Takes over what a link contains. */
  const prefill = useCallback(
    ({ fullName, email, answers }: { fullName: string | null; email: string | null; answers: Answers }) =>
      change((current) => ({
        fullName: fullName ?? current.fullName,
        email: email ?? current.email,
        answers: { ...current.answers, ...answers },
      })),
    [change],
  )
  const setRemembered = (isWanted: boolean) => {
    if (isWanted) return device.remember(draft)
    // It stays in the form.
    type({ fullName: draft.fullName, email: draft.email })
    device.forget()
  }
  /** Which details were typed, and which `shown` answers were typed or aren't what the booking has. */
  const touched = (collections: readonly ShownCollection[], shown: Answers) => [
    ...(['fullName', 'email'] as const).filter((name) => typed[name] !== null),
    ...collections
      .flatMap(({ id: collectionId, fields }) => fields.map((field) => fieldKey(collectionId, field.id)))
      .filter((key) => typed.answers[key] !== undefined || !isSame(shown[key], own?.answers[key])),
  ]
  /** After booking, the input isn't needed again, except the invitee's details. */
  const finish = () => {
    if (known) device.remember(draft)
    leave()
  }
  return {
    draft,
    type,
    answer,
    prefill,
    touched,
    finish,
    /** Since the page was opened. */
    isMoved: startUtc !== booking?.startUtc,
    /** Only for a new booking. */
    remembering:
      booking || isForSomebody
        ? null
        : { isOn: known !== null, isRefused: device.isRefused, change: setRemembered },
  }
}

const isSame = (a: Answer | undefined, b: Answer | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** A booking's values, to be changed. */
const detailsOf = ({ fullName, email, customFieldsCollections }: BookingDetails): BookingDraft => ({
  fullName,
  email,
  answers: Object.fromEntries(
    customFieldsCollections.flatMap(({ id, fields }) =>
      fields.flatMap((field) => (field.value === null ? [] : [[fieldKey(id, field.id), field.value]])),
    ),
  ),
})

function isTyped(value: unknown): value is Typed {
  const { fullName, email, answers } = (value ?? {}) as Partial<Record<keyof Typed, unknown>>
  return [fullName, email].every((text) => text === null || isText(text)) && isAnswers(answers)
}

const isAnswers = (value: unknown): value is Answers =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((answer) => isText(answer) || (Array.isArray(answer) && answer.every(isText)))
