import { useSyncExternalStore } from 'react'
import type { User } from '../../../../contract/account/user.schema.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { api } from '../../data/api.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { clearAccountData, queryClient } from '../../data/query-client.ts'
import {
  clearSession,
  readSession,
  rememberExpired,
  removeSession,
  restoreUser,
  storeSession,
  storeUser,
} from '../../data/session-storage.ts'
import { toasts } from '../../data/toasts.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  /** `isStale`: the server was unreachable, so this is the last known user. */
  | { status: 'signedIn'; user: User; isStale: boolean }
  /** There is a token, but neither a response nor a stored user. */
  | { status: 'unreachable' }

/** Whose data may be loaded, also after they signed out: an answer can be late. Their token until a user is known. */
let owner = readSession('sessionToken')
let session: Session = { status: owner === null ? 'signedOut' : 'loading' }
const listeners = new Set<() => void>()

const userId = (of: Session) => (of.status === 'signedIn' ? of.user.id : null)

/**
 * What is loaded goes with its account, and toasts, which may name invitees, once another one signs in. A page from the
 * browser's cache has missed that.
 */
function become(next: Session) {
  const user = userId(next)
  const isOthers = user !== null && owner !== user && owner !== readSession('sessionToken')
  if (isOthers) toasts.closeAll()
  if (isOthers || (user === null && userId(session) !== null)) clearAccountData()
  owner = user ?? owner
  session = next
  for (const listener of listeners) listener()
}

/** Without a name of its own, an account goes by its first and last name. */
const signedIn = (user: User, isStale = false): Session => ({
  status: 'signedIn',
  user: { ...user, name: user.name || [user.first_name, user.last_name].join(' ').trim() },
  isStale,
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** False once the session has ended, also while the browser leaves the page after signing out. */
export const hasSession = (): boolean =>
  session.status === 'signedIn' || (session.status !== 'signedOut' && readSession('sessionToken') !== null)

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/** Asks the server for the stored token's user. */
export async function loadUser(): Promise<void> {
  const token = readSession('sessionToken')
  const lastSeen = restoreUser()
  if (token === null) return become({ status: 'signedOut' })
  try {
    const user = await api.getUser()
    if (readSession('sessionToken') !== token) return
    storeUser(user)
    become(signedIn(user))
  } catch (error) {
    if (readSession('sessionToken') !== token) return
    // An error response ends the session here. A missing response doesn't, because losing the network in a
    // tunnel must not sign the host out: the stored user stays and a retry is offered.
    if (error instanceof CallFailed && error.status === 0) {
      if (lastSeen) storeUser(lastSeen)
      become(lastSeen ? signedIn(lastSeen, true) : { status: 'unreachable' })
    } else {
      removeSession('sessionToken')
      become({ status: 'signedOut' })
    }
  }
}

/** Refreshes the user. Without a response, the last known one stays. */
export async function refreshUser(): Promise<void> {
  const token = readSession('sessionToken')
  const user = await api.getUser().catch(() => null)
  if (user === null || session.status !== 'signedIn' || readSession('sessionToken') !== token) return
  storeUser(user)
  become(signedIn(user))
}

export function beginSession(sessionToken: string, user: User) {
  const isSame = userId(session) === user.id
  storeSession(sessionToken, user)
  rememberExpired(false)
  become(signedIn(user))
  // What is being edited stays.
  if (isSame) void queryClient.invalidateQueries()
}

/** Removes the session from this browser. */
export function endSession() {
  clearSession()
  become({ status: 'signedOut' })
}

/** Ends the session, in the browser even if the server is unreachable, and leaves for the landing page. */
export function signOut() {
  if (readSession('sessionToken') !== null) api.logout({ keepalive: true }).catch(() => null)
  clearSession()
  // Not signed out, because that would redirect to sign-in while the browser is navigating.
  become({ status: 'loading' })
  location.assign(paths.landing)
}

/** Signing out in another tab signs this one out, and signing in signs it in. */
export function followOtherTabs() {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'sessionToken' && key !== null) return
    if (key === null || newValue === null) become({ status: 'signedOut' })
    else void loadUser()
  })
  // A page restored from the browser's cache has missed changes.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void loadUser()
  })
}
