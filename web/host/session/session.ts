import { useSyncExternalStore } from 'react'
import type { User } from '../../../contract/user.schema.ts'
import { CallFailed } from '../../../contract/client.ts'
import { api } from '../data/api.ts'
import { paths } from '../../../contract/pages.ts'
import { queryClient } from '../data/query-client.ts'
import {
  clearSession,
  readSession,
  removeSession,
  restoreUser,
  storeSession,
  storeUser,
} from '../drafts/session-storage.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  /** `isStale`: the server could not be reached, and this is the user as last seen. */
  | { status: 'signedIn'; user: User; isStale: boolean }
  /** There is a token, but neither an answer nor a stored user. */
  | { status: 'unreachable' }

let session: Session = { status: readSession('sessionToken') === null ? 'signedOut' : 'loading' }
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/** Asks the server who the stored token belongs to. */
export async function loadUser(): Promise<void> {
  const token = readSession('sessionToken')
  const lastSeen = restoreUser()
  if (token === null) return become({ status: 'signedOut' })
  try {
    const user = await api.getUser()
    if (readSession('sessionToken') !== token) return
    storeUser(user)
    become({ status: 'signedIn', user, isStale: false })
  } catch (error) {
    if (readSession('sessionToken') !== token) return
    // An answer that is an error ends the session here. No answer at all says nothing about it: a train in a tunnel
    // would sign the host out, so the stored user stays and a retry is offered.
    if (error instanceof CallFailed && error.status === 0) {
      become(lastSeen ? { status: 'signedIn', user: lastSeen, isStale: true } : { status: 'unreachable' })
    } else {
      removeSession('sessionToken')
      become({ status: 'signedOut' })
    }
  }
}

/** Asks what is true of the host by now. Where no answer comes, they stay as last seen. */
export async function refreshUser(): Promise<void> {
  const token = readSession('sessionToken')
  const user = await api.getUser().catch(() => null)
  if (user === null || session.status !== 'signedIn' || readSession('sessionToken') !== token) return
  storeUser(user)
  become({ status: 'signedIn', user, isStale: false })
}

export function beginSession(sessionToken: string, user: User) {
  queryClient.clear()
  storeSession(sessionToken, user)
  become({ status: 'signedIn', user, isStale: false })
}

/** Forgets the session in this browser. */
export function endSession() {
  clearSession()
  queryClient.clear()
  become({ status: 'signedOut' })
}

/** Ends the session, here even if the server cannot be told, and leaves the app for the landing page. */
export function signOut() {
  if (readSession('sessionToken') !== null) api.logout({ keepalive: true }).catch(() => null)
  clearSession()
  queryClient.clear()
  // Not signed out: that would lead to the sign-in screen while the browser is on its way elsewhere.
  become({ status: 'loading' })
  location.assign(paths.landing)
}

/** Another tab that signs out takes this one with it; one that signs in brings it along. */
export function followOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'sessionToken' && key !== null) return
    queryClient.clear()
    if (key === null || newValue === null) become({ status: 'signedOut' })
    else void loadUser()
  })
  // A page that the browser brings back as it was left has missed what happened since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void loadUser()
  })
}
