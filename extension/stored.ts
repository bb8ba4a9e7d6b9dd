import { useSyncExternalStore } from 'react'
import { HOUR } from '../availability/units.ts'
import type { Answer, Request } from '../contract/api/endpoints.ts'
import type { Answer as FieldAnswer } from '../contract/custom-fields/custom-fields.ts'
import type { CallName } from './calls.ts'

/** The Boomtime that the host connected, kept until they disconnect it. */
export interface Connection {
  origin: string
  /** Null once the server has rejected it. */
  token: string | null
  /** Where to revoke the token. */
  revocationEndpoint: string
}

/** An answer that is shown again until the next one is there. */
export interface CachedAnswer {
  at: number
  answer: unknown
}

/** A private note that isn't saved, what it replaces, and earlier tries, which may have been saved. */
interface UnsavedNote {
  value: FieldAnswer
  replaced: FieldAnswer
  tried?: FieldAnswer[]
}

/** By `fieldKey`. */
export type UnsavedNotes = Readonly<Record<string, UnsavedNote>>

const MAX_AGE_MS = HOUR
export const isFresh = ({ at }: Pick<CachedAnswer, 'at'>, now: number) => at >= now - MAX_AGE_MS

export const CONNECTION = 'connection'
/** Whether the open calendar page has the structure that we know. */
export const CALENDAR = 'isCalendarRecognized'
/** What went wrong while connecting. */
export const CONNECT_ERROR = 'connectError'

const CACHE = 'answer:'
export const cacheKey = (name: CallName, request: unknown) => `${CACHE}${name} ${JSON.stringify(request)}`
export const isCacheKey = (key: string) => key.startsWith(CACHE)

const NOTES = 'notes:'
/** Private notes of a booking that couldn't be saved. */
export const notesKey = (bookingId: string) => `${NOTES}${bookingId}`

export async function readConnection(): Promise<Connection | null> {
  const { [CONNECTION]: connection } = await chrome.storage.local.get(CONNECTION)
  return (connection as Connection | undefined) ?? null
}

/** Everything that is stored, for the extension's pages. */
let values: Readonly<Record<string, unknown>> = {}
const listeners = new Set<() => void>()

/** Reads what is stored before a page is first drawn, and follows its changes. */
export async function loadStored(): Promise<void> {
  chrome.storage.onChanged.addListener((changes) => {
    const next = { ...values }
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (newValue === undefined) delete next[key]
      else next[key] = newValue
    }
    values = next
    for (const listener of listeners) listener()
  })
  const { local: kept, session: cached } = chrome.storage as Partial<typeof chrome.storage>
  // Firefox gives the panel, whose frame is in another site's page, no session storage: it then starts without a cache.
  const [local, session] = await Promise.all([kept?.get(), cached?.get()])
  values = { ...local, ...session }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const useStored = (key: string) => useSyncExternalStore(subscribe, () => values[key])
const fresh = (key: string) => {
  const cached = values[key] as CachedAnswer | undefined
  return cached && isFresh(cached, Date.now()) ? cached.answer : undefined
}

export const useConnection = () => (useStored(CONNECTION) as Connection | undefined) ?? null
export const useIsCalendarRecognized = () => (useStored(CALENDAR) as boolean | undefined) ?? true
export const useConnectError = () => (useStored(CONNECT_ERROR) as string | undefined) ?? null
/** Nothing once it is too old, because the background script only removes it when it remembers the next answer. */
const cachedAnswer = <Name extends CallName>(name: Name, request: Request<Name>) =>
  fresh(cacheKey(name, request)) as Answer<Name> | undefined
export const useCachedAnswer = <Name extends CallName>(name: Name, request: Request<Name>) =>
  useSyncExternalStore(subscribe, () => cachedAnswer(name, request))

export const unsavedNotes = (bookingId: string) =>
  (values[notesKey(bookingId)] as UnsavedNotes | undefined) ?? {}
/** The id of a booking with notes that aren't saved; null if there is none. */
export const useUnsavedBooking = () =>
  useSyncExternalStore(subscribe, () => {
    const key = Object.keys(values).find((one) => one.startsWith(NOTES))
    return key === undefined ? null : key.slice(NOTES.length)
  })
