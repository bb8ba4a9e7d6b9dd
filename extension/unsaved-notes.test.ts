import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '../contract/api/client.ts'
import { fakeBrowser } from '../testing/browsers/fake-browser.ts'
import { saveOrKeep } from './unsaved-notes.ts'

let browser: ReturnType<typeof fakeBrowser>
beforeEach(async () => {
  browser = fakeBrowser()
  vi.stubGlobal('chrome', browser.chrome)
  await browser.chrome.storage.local.set({ connection: { origin: 'https://meet.example.com', token: null } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const cake = { cake: { value: 'Wants cake', replaced: '' } }
const tea = { tea: { value: ['Milk'], replaced: ['Sugar'] } }
const kept = async () => (await browser.chrome.storage.session.get())['notes:abc']
const fail = (status: number) => () => Promise.reject(new CallFailed(status, null))
const failed = (notes: typeof cake | typeof tea, status: number) =>
  expect(saveOrKeep('abc', notes, fail(status))).rejects.toThrow(CallFailed)

test.each([0, 401, 429, 500, 503])(
  'notes that fail with %i are kept until they are saved',
  async (status) => {
    await failed(cake, status)
    await failed(tea, status)
    expect(await kept()).toEqual({ ...cake, ...tea })
    expect(await saveOrKeep('abc', cake, async () => 'saved')).toBe('saved')
    expect(await kept()).toEqual(tea)
    await saveOrKeep('abc', tea, async () => 'saved')
    expect(await browser.chrome.storage.session.get()).toEqual({})
  },
)

test.each([400, 403, 404])('notes that the server refuses with %i are given up', async (status) => {
  await failed(cake, 0)
  await failed(tea, 0)
  await failed(cake, status)
  expect(await kept()).toEqual(tea)
})

test('a note that fails again still says what it was to replace at first, and what was tried', async () => {
  await failed({ cake: { value: 'Wants c', replaced: 'No' } }, 0)
  await failed({ cake: { value: 'Wants cake', replaced: '' } }, 401)
  await failed({ cake: { value: 'Wants cakes', replaced: '' } }, 0)
  const tried = ['Wants c', 'Wants cake']
  expect(await kept()).toEqual({ cake: { value: 'Wants cakes', replaced: 'No', tried } })
})

test('a note whose save finds the token ended is kept until the host has connected again', async () => {
  const ended = () => Promise.reject(new CallFailed(403, { error: '', code: 'invalid_token' }))
  await expect(saveOrKeep('abc', cake, ended)).rejects.toThrow(CallFailed)
  expect(await kept()).toEqual(cake)
})

test('nothing is kept once the extension was disconnected', async () => {
  await browser.chrome.storage.local.clear()
  await failed(cake, 401)
  expect(await kept()).toBeUndefined()
})
