import type { User } from '../../../contract/account/user.schema.ts'

/** Everything a session stores in the browser. Ending the session removes all of it. */
const sessionKeys = [
  'sessionToken',
  'user',
  'loginMethod',
  'authToken',
  'oauthStateToken',
  'subscriptionStatus',
] as const
type SessionKey = (typeof sessionKeys)[number]

export function readSession(key: SessionKey): string | null {
  return localStorage.getItem(key)
}

export function writeSession(key: SessionKey, value: string) {
  localStorage.setItem(key, value)
}

export function removeSession(key: SessionKey) {
  localStorage.removeItem(key)
}

export function storeSession(sessionToken: string, user: User) {
  writeSession('sessionToken', sessionToken)
  writeSession('loginMethod', 'google')
  storeUser(user)
}

/** Who used this tab last, also after they signed out or the page was reloaded. */
const LAST_USER = 'lastUser'

export function storeUser(user: User) {
  writeSession('user', JSON.stringify(user))
  sessionStorage.setItem(LAST_USER, user.id)
}

export function clearSession() {
  for (const key of sessionKeys) localStorage.removeItem(key)
}

/** The last known user; an unreadable one is discarded. */
export function restoreUser(): User | null {
  const text = readSession('user')
  if (text === null) return null
  const user = parseUser(text)
  if (user === null) removeSession('user')
  return user
}

function parseUser(text: string): User | null {
  try {
    const value: unknown = JSON.parse(text)
    return isUser(value) ? value : null
  } catch {
    return null
  }
}

const connections = new Set<unknown>(['connected', 'not_connected', 'broken', 'missing_scopes'])

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false
  const { id, email, name = '', calendarConnection } = value as Partial<Record<keyof User, unknown>>
  return (
    typeof id === 'string' &&
    typeof email === 'string' &&
    typeof name === 'string' &&
    connections.has(calendarConnection)
  )
}

const SIGN_IN_HERE = 'signInHere'

/** Whether the sign-in that was started in this tab goes on in it instead of a popup. */
export const isSignInHere = () => sessionStorage.getItem(SIGN_IN_HERE) !== null

export function rememberSignInHere(isHere: boolean) {
  if (isHere) sessionStorage.setItem(SIGN_IN_HERE, 'true')
  else sessionStorage.removeItem(SIGN_IN_HERE)
}

const CONNECTING = 'connectingCalendars'

/**
 * What Google's page is for, if it isn't the sign-in: another calendar account, in a popup or, with the attempt's state
 * token, in this tab.
 */
export const readConnecting = () => sessionStorage.getItem(CONNECTING)

export function rememberConnecting(where: 'popup' | (string & {}) | null) {
  if (where === null) sessionStorage.removeItem(CONNECTING)
  else sessionStorage.setItem(CONNECTING, where)
}

const RESTORED = 'accountRestored'

/** So that the next page in this tab says that the account is open again. */
export function rememberRestored() {
  sessionStorage.setItem(RESTORED, 'true')
}

export function takeRestored(): boolean {
  const wasRestored = sessionStorage.getItem(RESTORED) !== null
  sessionStorage.removeItem(RESTORED)
  return wasRestored
}

const EXPIRED = 'sessionExpired'

/** Whether the sign-in page still has to say that the session has expired, even if the page is reloaded first. */
export const hasExpired = () => sessionStorage.getItem(EXPIRED) !== null

export function rememberExpired(isExpired: boolean) {
  if (isExpired) sessionStorage.setItem(EXPIRED, 'true')
  else sessionStorage.removeItem(EXPIRED)
}

const RETURN_TO = 'returnTo'
const RETURNING_USER = 'returningUser'

/** The host's location when asked to sign in, for this tab only. */
export function rememberPage(address: string) {
  sessionStorage.setItem(RETURN_TO, address)
  sessionStorage.setItem(RETURNING_USER, sessionStorage.getItem(LAST_USER) ?? '')
}

/**
 * Null if it was somebody else's: its address contains what they searched for. A page that a link opened in a tab that
 * nobody had used yet is for anyone.
 */
export function takeRememberedPage(): string | null {
  const address = sessionStorage.getItem(RETURN_TO)
  const userId = sessionStorage.getItem(RETURNING_USER)
  sessionStorage.removeItem(RETURN_TO)
  return userId && userId !== restoreUser()?.id ? null : address
}
