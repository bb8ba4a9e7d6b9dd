import { afterEach, expect, test, vi } from 'vitest'
import { forget, isText, keep, readKept } from './browser-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A browser's storage with optional initial content. */
function storage(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}

const read = () => readKept('localStorage', 'name', isText)

test('stored values are read back until they are removed', () => {
  storage()
  expect(read()).toBeNull()
  expect(keep('localStorage', 'name', 'Zoë "Z"')).toBe(true)
  expect(read()).toBe('Zoë "Z"')
  forget('localStorage', 'name')
  expect(read()).toBeNull()
})

test.each(['', '{', 'Zoë', 'null', '7', '{"name":"Zoë"}'])(
  'ignores %s, which has a different type',
  (text) => {
    storage({ name: text })
    expect(read()).toBeNull()
  },
)

test('full or blocked storage breaks nothing', () => {
  const refuse = () => {
    throw new DOMException('No', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect([read(), keep('localStorage', 'name', 'Zoë'), forget('localStorage', 'name')]).toEqual([
    null,
    false,
    undefined,
  ])
  vi.stubGlobal('localStorage', undefined)
  expect([read(), keep('localStorage', 'name', 'Zoë'), forget('localStorage', 'name')]).toEqual([
    null,
    false,
    undefined,
  ])
})
