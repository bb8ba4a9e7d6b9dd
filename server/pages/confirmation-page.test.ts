import ICAL from 'ical.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'
import { visibleText } from '../../testing/bookings/visible-text.ts'

const HOST = 'maya@example.com'

const app = setUpApp({ log: (line) => (logged += line) })
let token: string
let logged = ''
let eventUrlId: string
let collections: { asked: string; field: string }
beforeAll(async () => {
  token = (await signIn(app.origin, HOST, { name: 'Maya Lindqvist' })).sessionToken
  const make = (name: string, label: string) =>
    ok(app.origin, 'createCollection', { token, body: { name, fields: [{ type: 'single-line', label }] } })
  const asked = await make('About you', 'Company')
  const secret = await make('Secret notes', 'Verdict')
  collections = { asked: asked.id, field: asked.fields[0]!.id }
  const event = await ok(app.origin, 'createEvent', {
    token,
    body: {
      title: 'Tea; and, talk',
      customFieldsCollections: [{ id: asked.id }, { id: secret.id, collectionStage: 'postBooking' }],
    },
  })
  eventUrlId = event.bookingUrlId
})

const book = async (startUTC: string) =>
  (
    await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: eventUrlId },
      body: {
        fullName: 'Bob',
        email: 'bob@example.com',
        startUTC,
        customFieldsCollections: [
          { id: collections.asked, fields: [{ id: collections.field, value: 'Sencha Ltd' }] },
        ],
      },
    })
  ).id
const open = (id: string) => fetch(`${app.origin}/booking-confirmation/${id}/invite.ics`)
const openPage = async (address: string) => {
  const response = await fetch(app.origin + address)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

test('the confirmation pages’ service worker is a script that imports nothing and is never outdated', async () => {
  const { status, headers, html } = await openPage('/booking-confirmation/worker.js')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(html).toContain('respondWith')
  expect(html).not.toMatch(/\b(import|export)\b/)
})

describe('the confirmation page', () => {
  test('shows the booking to anyone with its link, hidden from search engines and referrers', async () => {
    const id = await book('2027-01-11T15:00:00.000Z')
    const { status, headers, html } = await openPage(`/booking-confirmation/${id}`)
    expect(status).toBe(200)
    expect(visibleText(html)).toContain('Booking Confirmed')
    expect(visibleText(html)).toContain('Monday, January 11, 2027')
    const update = await openPage(`/book/${eventUrlId}/update/${id}`)
    expect(visibleText(update.html)).toContain('Update booking')
    for (const page of [{ headers, html }, update]) {
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.html).toContain('<meta name="robots" content="noindex">')
      expect(page.html).not.toContain('og:')
      // The fonts of an inline style would be loaded with the page's URL as referrer.
      expect(page.html).not.toContain('<style')
      expect(page.html).toContain('<link rel="stylesheet" href="/public-assets/')
    }
  })

  test('returns 404 for an unknown booking', async () => {
    const { status, html } = await openPage('/booking-confirmation/nothing')
    expect([status, visibleText(html)]).toEqual([
      404,
      expect.stringContaining('Booking Information Not Found'),
    ])
  })
})

describe('the calendar file of a booking', () => {
  test("anyone with the booking's link gets a file for calendars", async () => {
    const id = await book('2027-01-04T15:00:00.000Z')
    const response = await open(id)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': 'attachment; filename="invite.ics"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    const text = await response.text()
    const event = new ICAL.Event(
      new ICAL.Component(ICAL.parse(text) as never[]).getFirstSubcomponent('vevent')!,
    )
    expect(event.summary).toBe('Tea; and, talk with Maya Lindqvist')
    expect(event.startDate.toJSDate().toISOString()).toBe('2027-01-04T15:00:00.000Z')
    expect(event.endDate.toJSDate().toISOString()).toBe('2027-01-04T15:30:00.000Z')
    expect(event.description).toContain('Company: Sencha Ltd')
    expect(text).not.toContain(HOST)
    expect(logged).not.toContain(id)
  })

  test('contains only what anyone with the booking may see', async () => {
    const id = await book('2027-01-05T15:00:00.000Z')
    const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id } })
    const secret = bookingData.customFieldsCollections.find(({ name }) => name === 'Secret notes')!
    await ok(app.origin, 'fillPostBookingFields', {
      token,
      params: { id },
      body: {
        customFieldsCollections: [
          { id: secret.id, fields: [{ id: secret.fields[0]!.id, value: 'Hire him' }] },
        ],
      },
    })
    const text = await (await open(id)).text()
    expect(text).toContain('Sencha')
    expect(text).not.toMatch(/Verdict|Hire him/)
  })

  test('returns 404 for a canceled or unknown booking', async () => {
    const id = await book('2027-01-06T15:00:00.000Z')
    await ok(app.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
    for (const [key, text] of [
      [id, 'This booking has already been canceled.'],
      ['nothing', 'Booking not found'],
      ['a%00b', 'Booking not found'],
    ] as const) {
      const response = await open(key)
      expect([response.status, await response.text()]).toEqual([404, text])
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(response.headers.get('x-robots-tag')).toContain('noindex')
    }
  })
})
