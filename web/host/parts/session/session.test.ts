import { expect, it, vi } from 'vitest'

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
