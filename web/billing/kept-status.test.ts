import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepStatus, readKeptStatus } from './kept-status.ts'
import { statusOf } from './test-status.ts'

const status = statusOf({ subscriptionStatus: 'trial' })
const kept = { sessionToken: 'mine', status }

describe('the status kept in the browser', () => {
  const entries = new Map<string, string>()
  beforeEach(() => {
    entries.clear()
    entries.set('sessionToken', 'mine')
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is read back by the session that was told it', () => {
    keepStatus(kept)
    expect(readKeptStatus()).toEqual(kept)
  })

  it('is nothing to another session', () => {
    keepStatus(kept)
    entries.set('sessionToken', 'another')
    expect(readKeptStatus()).toBeNull()
  })

  it('is not kept once the session that asked has ended', () => {
    entries.delete('sessionToken')
    keepStatus(kept)
    expect(entries.has('subscriptionStatus')).toBe(false)
  })

  it.each([
    undefined,
    '',
    'active',
    'null',
    '{}',
    JSON.stringify({ ...kept, sessionToken: undefined }),
    JSON.stringify({ ...kept, status: null }),
    JSON.stringify({ ...kept, status: { ...status, subscriptionStatus: 'paused' } }),
  ])('is nothing where %j stands', (text) => {
    if (text !== undefined) entries.set('subscriptionStatus', text)
    expect(readKeptStatus()).toBeNull()
  })
})
