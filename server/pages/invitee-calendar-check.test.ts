import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'

const app = setUpApp()
const without = setUpApp({ calendarCheck: false })

async function openBookingPage(origin: string) {
  const { sessionToken: token } = await signIn(origin, 'ada@example.com')
  const { bookingUrlId } = await ok(origin, 'createEvent', { token, body: { title: 'Tea' } })
  const response = await fetch(`${origin}/book/${bookingUrlId}`)
  return { html: await response.text(), policy: response.headers.get('content-security-policy')! }
}

describe('the booking page', () => {
  test('lets invitees check their own calendar, and connects to nothing else', async () => {
    const { html, policy } = await openBookingPage(app.origin)
    expect(html).toContain('Check against my calendar')
    const google = `${app.origin}/sandbox/google`
    expect(html).toContain(`"authorizationUrl":"${google}/o/oauth2/v2/auth"`)
    expect(policy).toContain("default-src 'self'")
    expect(`${policy};`).toContain(`; connect-src 'self' ${google}/calendar/v3/freeBusy ${google}/revoke;`)
  })

  test('has none of it unless it is configured', async () => {
    const { html, policy } = await openBookingPage(without.origin)
    expect(html).not.toContain('Check against my calendar')
    expect(html).toContain('"calendarCheck":null')
    expect(policy).not.toContain('connect-src')
    expect((await fetch(`${without.origin}/calendar-check`)).status).toBe(404)
  })

  test('is the only one that may ask Google', async () => {
    for (const address of ['/event-not-found', '/booking-confirmation/unknown']) {
      const { headers } = await fetch(app.origin + address)
      expect(headers.get('content-security-policy')).not.toContain('freeBusy')
    }
  })
})

test('the page that gets Google’s answer runs one script, and nobody keeps it', async () => {
  const { status, headers, html } = await fetch(`${app.origin}/calendar-check?state=x`).then(
    async (response) => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      html: await response.text(),
    }),
  )
  expect(status).toBe(200)
  const [, script] = /<script>([^]*?)<\/script>/.exec(html)!
  const hash = createHash('sha256').update(script!).digest('base64')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  // Neither what was sent nor anything from elsewhere.
  expect(html).not.toMatch(/state=x|src=|href=/)
})
