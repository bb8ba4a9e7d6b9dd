import { afterEach, expect, test, vi } from 'vitest'
import { bookingPath, confirmationPath, updatePath } from '../../contract/pages/page-paths.ts'
import { visibleText } from '../../testing/bookings/visible-text.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { signIn } from '../../testing/server/test-app.ts'
import { stopUrl } from '../emails/mail-blocks.ts'

const app = setUpApp()
afterEach(() => {
  vi.restoreAllMocks()
})

const fail = (cause: Error) =>
  vi.spyOn(app.db, 'select').mockImplementation(() => {
    throw new Error('Failed query', { cause })
  })
async function addresses(): Promise<string[]> {
  const { user } = await signIn(app.origin, 'ada@example.com')
  const id = 'x'.repeat(24)
  const stop = stopUrl(app.deps.encryption, '', { hostId: user.id, email: 'bob@example.com' })
  return [bookingPath('event_x'), updatePath('event_x', id), confirmationPath(id), '/ada', '/ada/talk', stop]
}
async function read(address: string) {
  const response = await fetch(app.origin + address)
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), text: visibleText(await response.text()) }
}

test('while the database is down, each page says so to people', async () => {
  const all = await addresses()
  fail(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  for (const address of all) {
    expect([address, await read(address)]).toMatchObject([
      address,
      {
        status: 503,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'retry-after': '10',
        },
        text: expect.stringMatching(
          /We’re having trouble connecting\. Please try again in a minute\.\s+Try again/u,
        ),
      },
    ])
  }
})

test('after any other error, each page has the id that the log has', async () => {
  const all = await addresses()
  fail(new Error('a bug'))
  for (const address of all) {
    expect([address, await read(address)]).toMatchObject([
      address,
      {
        status: 500,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        text: expect.stringMatching(/Something went wrong on our side \(req-\w+\)\. Please try again\./),
      },
    ])
  }
})
