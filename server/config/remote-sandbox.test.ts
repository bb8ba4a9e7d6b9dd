import { expect, test } from 'vitest'
import { problems, production } from '../../testing/server/environment.ts'
import { parseConfig } from './config.ts'

const reason =
  'in sandbox mode, because anyone who reaches the sandbox can use its stand-ins for Google, email and payments. Set ' +
  'SANDBOX_ALLOW_REMOTE=true to allow it, or BOOMTIME_MODE=production'

test.each(['0.0.0.0', '::', '10.0.0.5'])('the sandbox is refused on %s unless it is allowed', (HOST) => {
  expect(problems({ HOST })).toEqual([`HOST must be 127.0.0.1 ${reason}`])
  expect(parseConfig({ HOST, SANDBOX_ALLOW_REMOTE: 'true' }).host).toBe(HOST)
})

test.each(['localhost', '127.0.0.1', '::1'])('the sandbox needs no permission on %s', (HOST) => {
  expect(parseConfig({ HOST }).host).toBe(HOST)
})

const PUBLIC_URL = 'https://meet.example.com'

test('the sandbox is refused behind a proxy unless it is allowed', () => {
  const problem = [`PUBLIC_URL must be on this machine ${reason}`]
  expect(problems({ PUBLIC_URL })).toEqual(problem)
  expect(problems({ PUBLIC_URL: 'http://192.168.1.20:3000', HOST: '127.0.0.1' })).toEqual(problem)
  expect(parseConfig({ PUBLIC_URL, SANDBOX_ALLOW_REMOTE: 'true' }).publicUrl).toBe(PUBLIC_URL)
  for (const url of [
    'http://localhost:8080',
    'http://app.localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])
    expect(parseConfig({ PUBLIC_URL: url }).publicUrl).toBe(url)
})

test('each part of the sandbox is refused there, and a server without any starts', () => {
  const real = {
    ...production,
    BOOMTIME_MODE: 'sandbox',
    STRIPE_SECRET_KEY: 'key',
    STRIPE_WEBHOOK_SECRET: 'secret',
    STRIPE_PRICE_INDIVIDUAL_MONTH: 'month',
    STRIPE_PRICE_INDIVIDUAL_YEAR: 'year',
  }
  expect(parseConfig(real).publicUrl).toBe(PUBLIC_URL)
  for (const part of ['SMTP_URL', 'STRIPE_', 'GOOGLE_CLIENT_']) {
    const others = Object.entries(real).filter(([name]) => !name.startsWith(part))
    expect(problems(Object.fromEntries(others))).toEqual([`PUBLIC_URL must be on this machine ${reason}`])
  }
})
