import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { BASE_PATH, CLIENT_HEADER } from '../../contract/api/routes.ts'
import { rawGet } from '../../testing/server/raw-request.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { signIn } from '../../testing/server/test-app.ts'

const app = setUpApp({ publicUrl: 'https://meet.example.com' })
const host = { host: 'meet.example.com' }
const client = { ...host, [CLIENT_HEADER.name]: CLIENT_HEADER.value }

const expected = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'strict-transport-security': 'max-age=31536000',
}

const asset = (folder: string) =>
  fs
    .readdirSync(path.join(import.meta.dirname, '../../dist/web', folder))
    .find((name) => name.endsWith('.js'))!

describe('the security headers are on every answer', () => {
  test.each([
    ['a page', '/', host, 200],
    ['the app', '/settings', host, 200],
    ['an unknown page', '/nothing', { ...host, accept: 'text/html' }, 404],
    ['an unknown file', '/nothing.js', host, 404],
    ['a file of the app', `/assets/${asset('host/assets')}`, host, 200],
    ['a file of a page', `/public-assets/${asset('public/public-assets')}`, host, 200],
    ['an API answer', `${BASE_PATH}/client/ip`, client, 200],
    ['a missing token', `${BASE_PATH}/auth/user`, client, 401],
    ['an unknown call', `${BASE_PATH}/nothing`, client, 404],
    ['an unknown client', `${BASE_PATH}/client/ip`, host, 400],
    ['an unknown host', '/', { host: 'evil.example' }, 400],
    ['a parameter that is too long', `/booking-confirmation/${'x'.repeat(600)}`, host, 404],
    ['an event that does not exist', '/book/event_nothing', host, 404],
    ['health', '/healthz', {}, 200],
    ['readiness', '/readyz', {}, 200],
    ['the API document', '/api/openapi.json', host, 200],
    ['the API page', '/api/docs', host, 200],
    ['the sandbox', '/sandbox/mail', host, 200],
    ['headers that are too large', '/', { ...host, 'x-much': 'x'.repeat(20_000) }, 413],
  ] as [string, string, Record<string, string>, number][])('%s', async (_name, address, headers, status) => {
    const answer = await rawGet(app.origin + address, headers)
    expect({ status: answer.status, headers: answer.headers }).toMatchObject({ status, headers: expected })
  })

  test('an answer to something that is not HTTP', async () => {
    const text = await new Promise<string>((resolve) => {
      let said = ''
      const socket = net.connect(Number(new URL(app.origin).port), 'localhost', () =>
        socket.write('hello\r\n\r\n'),
      )
      socket.on('data', (chunk) => (said += String(chunk))).on('close', () => resolve(said))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    for (const [name, value] of Object.entries(expected)) expect(text).toContain(`${name}: ${value}\r\n`)
  })
})

test.each(['/assets/gone.js', '/public-assets/gone.js', '/gone.css', '/photos/gone.png'])(
  'no cache remembers that %s is missing',
  async (address) => {
    const { status, headers } = await rawGet(app.origin + address, host)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  },
)

describe('over http', () => {
  const local = setUpApp()
  test('nothing asks for https', async () => {
    const { headers } = await rawGet(`${local.origin}/healthz`)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('an exported file is downloaded, never shown', async () => {
    const { sessionToken } = await signIn(local.origin, 'ada@example.com')
    const { status, headers } = await rawGet(`${local.origin}${BASE_PATH}/boomEventsBookings/export.csv`, {
      [CLIENT_HEADER.name]: CLIENT_HEADER.value,
      authorization: `Bearer ${sessionToken}`,
    })
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="bookings.csv"'])
  })
})

test('security.txt says where to report problems, for less than a year', async () => {
  const { status, headers, text } = await rawGet(`${app.origin}/.well-known/security.txt`, host)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toBe(
    'Contact: mailto:support@boomtime.example\nExpires: 2027-07-03T00:00:00Z\nPreferred-Languages: en\n' +
      'Canonical: https://meet.example.com/.well-known/security.txt\n',
  )
})
