import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/events/event.schema.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'
import { visibleText } from '../../testing/bookings/visible-text.ts'

const BUDGET = 48 * 1024

const app = setUpApp()
let token: string
let event: Event
beforeAll(async () => {
  token = (await signIn(app.origin, 'ada@example.com', { name: 'Ada <Lovelace>' })).sessionToken
  event = await ok(app.origin, 'createEvent', {
    token,
    body: { title: '</script><script>alert(1)</script>', description: '<img src=x onerror=alert(1)>' },
  })
})

const open = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.origin + address, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
test('a trailing slash makes no difference', async () => {
  for (const address of [`/book/${event.bookingUrlId}`, '/pricing', '/bookings', '/events/create']) {
    const [plain, slashed] = [await open(address), await open(`${address}/`)]
    expect([address, plain.status, slashed.status]).toEqual([address, 200, 200])
  }
})

describe('the booking page', () => {
  test('is readable without JavaScript, in the zone and clock stored by the browser', async () => {
    const link = `/book/${event.bookingUrlId}`
    const first = visibleText((await open(link)).html)
    expect(first).toContain('January 2027')
    expect(first).toContain('9:00 AM')
    expect(first).toContain('30 minutes')
    const cookie = `boomtime_reader=${encodeURIComponent('Europe/Berlin|24')}`
    const berlin = visibleText((await open(link, { cookie })).html)
    expect(berlin).toContain('15:00')
    expect(berlin).toContain('Europe/Berlin (GMT+1)')
    expect(visibleText((await open(link, { 'accept-language': 'de-DE,de;q=0.9' })).html)).toContain(
      'Januar 2027',
    )
    expect((await open(link, { cookie: 'boomtime_reader=%7C%7C<x>', 'accept-language': '<x>' })).status).toBe(
      200,
    )
  })

  test('is in English, with dates formatted for the viewer’s locale', async () => {
    const { html } = await open(`/book/${event.bookingUrlId}`, {
      'accept-language': 'fa-IR-u-ca-persian-x-anything',
    })
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('"locale":"fa-IR"')
    expect(visibleText(html)).toContain('۲۰۲۷')
  })

  test('has metadata for search engines and link previews', async () => {
    const described = async (description: string) => {
      const { bookingUrlId } = await ok(app.origin, 'createEvent', {
        token,
        body: { title: 'Tea & talk', description },
      })
      return { bookingUrlId, ...(await open(`/book/${bookingUrlId}`)) }
    }
    const { bookingUrlId, headers, html } = await described(`Bring\n\n"cake"; ${'😀'.repeat(200)}`)
    const address = `${app.origin}/book/${bookingUrlId}`
    const description = `Bring &quot;cake&quot;; ${'😀'.repeat(145)}…`
    expect(html).toContain('<title>Tea &amp; talk with Ada &lt;Lovelace&gt;</title>')
    expect(html).toContain(`<meta name="description" content="${description}">`)
    expect(html).toContain(`<meta property="og:description" content="${description}">`)
    expect(html).toContain(`<link rel="canonical" href="${address}">`)
    expect(html + headers.get('x-robots-tag')).not.toContain('noindex')
    expect((await described('')).html).toContain(
      'content="Book 30 minutes with Ada &lt;Lovelace&gt;. Times are shown in your own time zone."',
    )
  })

  test('opens with the duration that a link names, if the event offers it', async () => {
    const { bookingUrlId } = await ok(app.origin, 'createEvent', {
      token,
      body: { title: 'Tea', duration: 30, rules: { durations: [45, 60] } },
    })
    const opened = async (query: string) => {
      const text = visibleText((await open(`/book/${bookingUrlId}${query}`)).html)
      return [/(\d+) minutes/.exec(text)![1], text.includes('9:45 AM'), text.includes('Duration')]
    }
    expect(await opened('')).toEqual(['30', false, true])
    expect(await opened('?duration=45')).toEqual(['45', true, true])
    for (const query of ['?duration=20', '?duration=x', '?duration=45&duration=60', '?duration[]=45']) {
      expect(await opened(query)).toEqual(['30', false, true])
    }
    expect(visibleText((await open(`/book/${event.bookingUrlId}`)).html)).not.toContain('Duration')
  })

  test('shows the camera only for video calls', async () => {
    const drawn = async (meetVia: string) => {
      const made = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea', meetVia } })
      const { html } = await open(`/book/${made.bookingUrlId}`)
      return /<ul class="facts">.*?<\/ul>/s.exec(html)![0].match(/<svg.*?<\/svg>/gs)![1]
    }
    const [call, phone, place] = [await drawn('zoom'), await drawn('phone'), await drawn('in-person')]
    expect(call).toBe(await drawn('google-meet'))
    expect(new Set([call, phone, place]).size).toBe(3)
  })

  test('stays within its size limit', async () => {
    const { html } = await open(`/book/${event.bookingUrlId}`)
    const css = /<style>([\s\S]*?)<\/style>/.exec(html)![1]!
    const scripts = [...html.matchAll(/(?:<script[^>]+src|rel="modulepreload" href)="([^"]+)"/g)].map(
      ([, src]) => src!,
    )
    const builtDir = path.join(import.meta.dirname, '../../dist/web/public')
    const sources = scripts.map((src) => fs.readFileSync(path.join(builtDir, src), 'utf8'))
    // What a script imports is requested with it. Nothing else is loaded, except the form, which opens later, what
    // hosts need to book for somebody, the search for a time zone, and what checks the invitee's calendar.
    const imported = sources.flatMap((source) =>
      [...source.matchAll(/\bfrom\s*"\.\/([^"]+)"/g)].map(([, file]) => `/public-assets/${file}`),
    )
    const later = sources.flatMap((source) =>
      [...source.matchAll(/\bimport\s*\(([^)]*)\)/g)].map(([, file]) => file),
    )
    expect(later).toEqual([
      expect.stringContaining('check-calendar'),
      expect.stringContaining('zone-picker'),
      expect.stringContaining('for-somebody-panel'),
      expect.stringContaining('booking-form'),
    ])
    expect(scripts).toEqual(expect.arrayContaining(imported))
    const bytes = [css, ...sources].reduce((sum, source) => sum + gzipSync(source).length, 0)
    expect(bytes).toBeGreaterThan(20 * 1024)
    expect(bytes).toBeLessThan(BUDGET)
    // A page can override the styles of form fields.
    expect(css.lastIndexOf('.zone-choice{')).toBeGreaterThan(css.lastIndexOf('.field-control{'))
    expect(css).toContain('.field-control{')
  })

  test('escapes what hosts and invitees type', async () => {
    const { html, headers } = await open(`/book/${event.bookingUrlId}`)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('Ada <Lovelace>')
    const inline = (element: string) =>
      [...html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))]
        .map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
        .join(' ')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'self' ${inline('script')}; style-src 'self' ${inline('style')};`)
    expect(policy).not.toContain('unsafe')
  })

  test('links the addresses in a description', async () => {
    const linked = await ok(app.origin, 'createEvent', {
      token,
      body: { title: 'Tea', description: 'Read https://example.com/tea?a=1&b="2".' },
    })
    const { html } = await open(`/book/${linked.bookingUrlId}`)
    expect(html).toContain(
      'Read <a href="https://example.com/tea?a=1&amp;b=" target="_blank" rel="noopener noreferrer nofollow">',
    )
  })

  test("doesn't reveal the host's address", async () => {
    expect((await open(`/book/${event.bookingUrlId}`)).html).not.toContain('ada@example.com')
  })

  test('opens at the first month with slots', async () => {
    const later = await ok(app.origin, 'createEvent', {
      token,
      body: { title: 'Later', eventStartUtc: '2027-05-10T00:00:00Z' },
    })
    expect(visibleText((await open(`/book/${later.bookingUrlId}`)).html)).toContain('May 2027')
    app.clock.now = Date.parse('2027-01-30T22:00:00Z')
    expect(visibleText((await open(`/book/${event.bookingUrlId}`)).html)).toContain('February 2027')
    app.clock.now = Date.parse('2027-01-04T13:00:00Z')
  })

  test('links to the next month only if it may have slots', async () => {
    const shown = async (body: object) => {
      const made = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea', ...body } })
      return visibleText((await open(`/book/${made.bookingUrlId}`)).html)
    }
    const off = Object.fromEntries(
      Object.keys(event.weeklySlots).map((day) => [day, { enabled: false, slots: [] }]),
    )
    const monday = (end: string) => ({ ...off, monday: { enabled: true, slots: [{ start: '09:00', end }] } })
    // Too short for a meeting, so no month has slots.
    const short = { weeklyAvailabilitySlots: monday('09:20'), timezone: 'UTC' }
    for (const body of [short, { ...short, eventEndUtc: '2027-02-01T15:00:00Z' }]) {
      expect(await shown(body)).toContain('No times left this month. Try the next one.')
    }
    for (const body of [
      { weeklyAvailabilitySlots: off },
      { weeklyAvailabilitySlots: { ...off, monday: { enabled: true, slots: [] } } },
      { eventEndUtc: '2027-01-03T23:59:00Z', timezone: 'UTC' },
      { eventEndUtc: '2026-11-30T23:59:00Z', timezone: 'UTC' },
      { ...short, eventEndUtc: '2027-01-31T23:59:00Z' },
    ]) {
      const never = await shown(body)
      expect(never).toContain('No times are available right now.')
      expect(never).not.toContain('the next one')
    }
  })

  test.each([
    [
      'not yet',
      { bookingStartUtc: '2027-02-01T15:00:00Z' },
      'This event is not yet accepting bookings',
      'February 1, 2027',
    ],
    ['no longer', { bookingEndUtc: '2027-01-01T15:00:00Z' }, 'no longer accepting bookings', ''],
    [
      'not yet, and not when',
      { bookingStartUtc: '2027-02-01T15:00:00Z', showUsersTheBookingStartDate: false },
      'This event is not yet accepting bookings',
      '',
    ],
  ])('explains that booking is %s open', async (_name, body, text, date) => {
    const closed = await ok(app.origin, 'createEvent', { token, body: { title: 'Closed', ...body } })
    const shown = visibleText((await open(`/book/${closed.bookingUrlId}`)).html)
    expect(shown).toContain(text)
    expect(shown.includes('February 1, 2027')).toBe(date !== '')
    expect(shown).not.toContain('Book Meeting')
  })

  test("explains a missing event and one that isn't accepting bookings", async () => {
    const unknown = await open('/book/event_nothing')
    expect([unknown.status, visibleText(unknown.html)]).toEqual([
      404,
      expect.stringContaining('Event Not Found'),
    ])
    const off = await ok(app.origin, 'createEvent', { token, body: { title: 'Off', isEnabled: false } })
    const refused = await open(`/book/${off.bookingUrlId}`)
    expect(refused.status).toBe(403)
    expect(visibleText(refused.html)).toContain('Booking Not Available for This Event')
    expect(visibleText(refused.html)).toContain('This event is not accepting bookings.')
    // These pages of their own say the same.
    expect(visibleText((await open('/event-not-found')).html)).toBe(visibleText(unknown.html))
    expect(visibleText((await open('/event-not-accepting')).html)).toBe(visibleText(refused.html))
  })
})

describe('a link with an invitee’s details', () => {
  const details = 'name=%3Cb%3EYuki&email=yuki+tea@example.com&guests=%FF&company-5f2b9c0d1e3a=100%'

  test('opens the page that everybody gets, which contains nothing of them', async () => {
    const { status, headers, html } = await open(`/book/${event.bookingUrlId}?${details}`)
    expect([status, headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect(html).not.toMatch(/yuki|company-/i)
    // The fonts of an inline style would be loaded with the page's URL as referrer.
    expect(html).not.toContain('<style')
    const other = await open(`/book/${event.bookingUrlId}?name=Ada`)
    expect(other.html).toBe(html)
    const queries = ['?date=2027-02-01&timezone=Asia/Tokyo', '?slot=2027-01-05T09:00Z', '?duration=30']
    for (const query of ['', ...queries])
      expect((await open(`/book/${event.bookingUrlId}${query}`)).html).toContain('<style')
  })

  test.each([
    'email=',
    'duration=abc',
    'duration=1e999',
    'date=tomorrow',
    'date=9999-12-31',
    'timezone=Mars',
    'name=1&name=2',
    'name[]=1',
    '%',
    'name=%E0%A4%A',
    `name=${'x'.repeat(8000)}`,
  ])('is never an error with %s', async (query) => {
    expect((await open(`/book/${event.bookingUrlId}?${query}`)).status).toBe(200)
  })
})

test('every sandbox page has the banner', async () => {
  for (const address of ['/', '/signin', '/nothing', `/book/${event.bookingUrlId}`, '/book/nothing']) {
    expect((await open(address, { accept: 'text/html' })).html).toContain('class="sandbox-banner"')
  }
})
