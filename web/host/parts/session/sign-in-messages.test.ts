import { expect, it, onTestFinished, vi } from 'vitest'
import { messageFrom, sendResult } from './sign-in-messages.ts'

it.each([
  ['error=access_denied', 'You canceled the Google sign-in'],
  ['error=server_error', 'OAuth failed'],
  ['error=server_error&error_description=Google+is+busy.', 'Google is busy.'],
  ['code=', 'OAuth failed'],
])('explains %s in words', (query, error) => {
  expect(messageFrom(new URLSearchParams(query))).toEqual({ type: 'OAUTH_ERROR', error })
})

it('takes an opener that doesn’t answer for a page that waits, unless it needs a receipt', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://boomtime.example' })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const opener = { postMessage: vi.fn<Window['postMessage']>() } as unknown as Window
  const send = async (options?: { needsReceipt: boolean }) => {
    const sent = sendResult({ type: 'OAUTH_SUCCESS', code: 'code', state: 'state' }, opener, options)
    await vi.advanceTimersByTimeAsync(1000)
    return sent
  }
  expect(await send()).toBe(true)
  expect(await send({ needsReceipt: true })).toBe(false)
  expect(opener.postMessage).toHaveBeenCalledTimes(2)
})
