import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call } from '../../testing/server/test-app.ts'

// A slow machine takes longer for that many requests, and the limits are per minute.
vi.setConfig({ testTimeout: 120_000 })
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const app = setUpApp({ trustProxy: 1 })

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('an address that asks for more sign-ins than any person is asked to wait, and others are not', async () => {
  const ask = (address: string) => call(app.origin, 'getStateToken', from(address))
  const answers = await Promise.all(Array.from({ length: 601 }, () => ask('203.0.113.1')))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toMatchObject([
    { status: 429, code: 'too_many_requests', error: expect.stringContaining('Please try again in') },
  ])
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask('203.0.113.2')).status).toBe(200)
})

test('a page that is requested too often asks to wait, readable for people', async () => {
  const open = () => fetch(`${app.origin}/booking-confirmation/unknown`, from('203.0.113.3'))
  const answers = await Promise.all(Array.from({ length: 1201 }, open))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(refused[0]!.headers.get('content-type')).toContain('text/html')
  expect(await refused[0]!.text()).toContain('Please try again in')
})

test('idle connections stay open longer than proxies keep them', async () => {
  const response = await fetch(`${app.origin}/healthz`)
  const [, seconds] = /^timeout=(\d+)$/.exec(response.headers.get('keep-alive')!)!
  expect(Number(seconds)).toBeGreaterThan(10 * 60)
})
