import { beforeEach, expect, test, vi } from 'vitest'
import { dropCopy } from './drop-copy.ts'

const COPY = '2027-01-05T10:00:00.000Z /booking-confirmation/b1'
const OTHERS = ['2027-01-05T10:00:00.000Z /booking-confirmation/b12', '2027-01-05T10:00:00.000Z /b1']
let stored: Set<string>
const told = vi.fn<(page: unknown) => void>()
const getRegistration = vi.fn<(path: string) => Promise<unknown>>()

beforeEach(() => {
  stored = new Set([COPY, ...OTHERS])
  told.mockReset()
  getRegistration.mockReset().mockResolvedValue({ active: { postMessage: told } })
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...stored]),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
  })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
})

test('deletes the copy of a booking’s page, and what its worker may still be storing', async () => {
  await dropCopy('b1')
  expect([...stored]).toEqual(OTHERS)
  expect(getRegistration).toHaveBeenCalledWith('/booking-confirmation/b1')
  expect(told).toHaveBeenCalledExactlyOnceWith({ path: '/booking-confirmation/b1', files: [], until: null })
})

test('does nothing without a worker or in a browser without copies', async () => {
  getRegistration.mockResolvedValue(undefined)
  await dropCopy('b1')
  vi.stubGlobal('navigator', {})
  await dropCopy('b1')
  vi.stubGlobal('caches', undefined)
  await dropCopy('b1')
  expect(told).not.toHaveBeenCalled()
})
