import { toast } from 'sonner'
import { expect, it, vi } from 'vitest'
import type { User } from '../../../../contract/account/user.schema.ts'

it('has no session while the browser leaves after signing out', async () => {
  const stored = new Map([['sessionToken', 'token']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('location', { assign: vi.fn<() => void>() })
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: null }))
  const { hasSession, signOut } = await import('./session.ts')
  expect(hasSession()).toBe(true)
  signOut()
  expect(hasSession()).toBe(false)
})

it('keeps what is loaded if the same host signs in again, and loads it once more', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const { beginSession } = await import('./session.ts')
  const { queryClient } = await import('../../data/query-client.ts')
  const user = (id: string) => ({ id, name: 'Maya' }) as User
  const queryKey = ['event', 'x']
  beginSession('first', user('maya'))
  queryClient.setQueryData(queryKey, 'edited')
  beginSession('second', user('maya'))
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: 'edited', isInvalidated: true })
  beginSession('third', user('jonas'))
  expect(queryClient.getQueryState(queryKey)).toBeUndefined()
})

it('shows nobody what was loaded for another host, also if that was missed in the browser’s cache', async () => {
  const maya = { id: 'maya', name: 'Maya' } as User
  const jonas = { id: 'jonas', name: 'Jonas' } as User
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: jonas }))
  vi.stubGlobal('window', new EventTarget())
  const { beginSession, endSession, followOtherTabs } = await import('./session.ts')
  const { queryClient } = await import('../../data/query-client.ts')
  followOtherTabs()
  beginSession('first', maya)
  queryClient.setQueryData(['events'], 'of Maya')
  stored.set('sessionToken', 'second')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await vi.waitFor(() => expect(stored.get('user')).toContain('jonas'))
  expect(queryClient.getQueryData(['events'])).toBeUndefined()

  endSession()
  // A late answer.
  queryClient.setQueryData(['settings'], 'of Jonas')
  beginSession('third', maya)
  expect(queryClient.getQueryData(['settings'])).toBeUndefined()
})

it('shows nobody what was loaded for a host who never became known', async () => {
  const stored = new Map([['sessionToken', 'of Maya']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { id: 'maya', name: 'Maya' } }))
  vi.resetModules()
  const first = await import('./session.ts')
  const { queryClient } = await import('../../data/query-client.ts')
  queryClient.setQueryData(['events'], 'of Maya')
  first.beginSession('of Jonas', { id: 'jonas', name: 'Jonas' } as User)
  expect(queryClient.getQueryData(['events'])).toBeUndefined()

  // What the page loads before it knows its own user stays.
  stored.set('sessionToken', 'of Maya')
  vi.resetModules()
  const second = await import('./session.ts')
  const { queryClient: loaded } = await import('../../data/query-client.ts')
  loaded.setQueryData(['events'], 'of Maya')
  await second.loadUser()
  expect(stored.get('user')).toContain('maya')
  expect(loaded.getQueryData(['events'])).toBe('of Maya')
})

it('takes nobody to what another host saw of the account without a connection', async () => {
  const stored = new Map([
    ['sessionToken', 'of Maya'],
    ['user', JSON.stringify({ id: 'maya', email: 'maya@example.com', calendarConnection: 'connected' })],
  ])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  sessionStorage.clear()
  vi.resetModules()
  const { beginSession, loadUser } = await import('./session.ts')
  const { rememberPage, takeRememberedPage } = await import('../../data/session-storage.ts')
  await loadUser()
  rememberPage('/bookings?attendees=bob%40example.com')
  beginSession('of Jonas', { id: 'jonas', name: 'Jonas' } as User)
  expect(takeRememberedPage()).toBeNull()
})

it('takes away toasts, which may name invitees, once another host signs in', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.resetModules()
  const { beginSession, endSession } = await import('./session.ts')
  const titles = () => toast.getToasts().map((shown) => 'title' in shown && shown.title)
  beginSession('first', { id: 'maya', name: 'Maya' } as User)
  toast.error('Your notes for Bob', { duration: Infinity })
  endSession()
  beginSession('second', { id: 'maya', name: 'Maya' } as User)
  expect(titles()).toEqual(['Your notes for Bob'])
  endSession()
  beginSession('third', { id: 'jonas', name: 'Jonas' } as User)
  expect(titles()).toEqual([])
})
