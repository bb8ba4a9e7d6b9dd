import { beforeEach, expect, it, vi } from 'vitest'
import type { User } from '../../../contract/account/user.schema.ts'
import { clearSession, readSession, restoreUser, storeSession } from './session-storage.ts'

const user: User = {
  id: '6f1c7e1e-9d0a-4d63-8f3f-111111111111',
  email: 'maya@example.com',
  name: 'Maya Lindqvist',
  first_name: 'Maya',
  last_name: 'Lindqvist',
  picture: null,
  picture_url: null,
  calendarConnection: 'connected',
  calendarProblem: null,
  calendarBrokenSince: null,
}

const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => values.set(key, value),
  removeItem: (key: string) => values.delete(key),
})
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', storageOf(kept))
const keptInTab = new Map<string, string>()
vi.stubGlobal('sessionStorage', storageOf(keptInTab))
beforeEach(() => {
  kept.clear()
  keptInTab.clear()
})

it('restores the stored user', () => {
  storeSession('token', user)
  expect(restoreUser()).toEqual(user)
  expect(readSession('sessionToken')).toBe('token')
  expect(readSession('loginMethod')).toBe('google')
})

it.each(['{', 'null', '"Maya"', '{"id":1}', JSON.stringify({ ...user, calendarConnection: 'odd' })])(
  'discards the corrupt user %s',
  (text) => {
    kept.set('user', text)
    expect(restoreUser()).toBeNull()
    expect(kept.has('user')).toBe(false)
  },
)

it('clears everything about a session and nothing else', () => {
  storeSession('token', user)
  for (const key of ['authToken', 'oauthStateToken', 'subscriptionStatus', 'theme']) kept.set(key, 'x')
  clearSession()
  expect([...kept.keys()]).toEqual(['theme'])
})

it('takes nobody to the page that somebody else was on', async () => {
  vi.resetModules()
  const page = '/bookings?attendees=bob%40example.com'
  const session = await import('./session-storage.ts')
  const signInAs = (id: string) => session.storeSession('token', { ...user, id })
  // Nobody has signed in yet.
  session.rememberPage(page)
  for (const [next, address] of [
    ['maya', page],
    ['maya', page],
    ['jonas', null],
  ] as const) {
    signInAs(next)
    expect(session.takeRememberedPage()).toBe(address)
    session.clearSession()
    session.rememberPage(page)
  }
})

it('knows a page as somebody’s after a reload, but not in a tab that nobody has used', async () => {
  const page = '/bookings?attendees=bob%40example.com'
  const load = async () => {
    vi.resetModules()
    return import('./session-storage.ts')
  }
  const before = await load()
  before.storeSession('of Maya', user)
  for (const [isReload, address] of [
    [true, null],
    [false, page],
  ] as const) {
    if (!isReload) keptInTab.clear()
    const after = await load()
    // The server refuses Maya's session.
    after.restoreUser()
    after.rememberPage(page)
    after.storeSession('of Jonas', { ...user, id: 'jonas' })
    expect(after.takeRememberedPage()).toBe(address)
    after.storeSession('of Maya', user)
  }
})
