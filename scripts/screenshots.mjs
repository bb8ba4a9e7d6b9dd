// `npm run screenshots` saves every screen, with and without data, at four widths and in three looks to ./screenshots.
// Arguments limit it to screens whose names start with one of them, to widths (360) and to looks (light, dark, forced).
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../dist/testing/browsers/chromium.js'
import { freePort } from '../dist/testing/databases/postgres.js'
import { startServer } from '../dist/testing/server/server-process.js'
import { ok, signIn } from '../dist/testing/server/test-app.js'
import { rememberSession } from './remember-session.mjs'
import { changeZones, deletedElsewhere, unreadableTimes } from './screen-states.mjs'

const SWITCH = 'button:text-is("Switch to annual")'
const END = 'button:text-is("Cancel subscription")'
const DELETE = 'button:text-is("Delete Account")'
const dateAhead = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const root = path.join(import.meta.dirname, '..')
const out = path.join(root, 'screenshots')
const LOOKS = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
}
const WIDTHS = [360, 768, 1280, 1920]
const wanted = process.argv.slice(2)
const widths = chosen(WIDTHS.map(String)).map(Number)
const looks = chosen(Object.keys(LOOKS))
const names = wanted.filter((one) => !(one in LOOKS) && !WIDTHS.includes(Number(one)))
const data = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-screenshots-'))
fs.rmSync(out, { recursive: true, force: true })

let events = []
const server = await startServer(await freePort(), { DATA_DIR: data })
const browser = await chromium.launch(await chromiumOptions())
try {
  const empty = await signIn(server.origin, 'new@example.com', { name: 'New Host' })
  const full = await signIn(server.origin, 'maya@example.com', { name: 'Maya Lindqvist' })
  const careful = await signIn(server.origin, 'careful@example.com', { name: 'Careful Host', granular: '1' })
  await ok(server.origin, 'updateSettings', {
    token: full.sessionToken,
    body: { time_format: '24hour', timezone: 'Europe/Stockholm', default_buffer_time: 10 },
  })
  const paying = await signIn(server.origin, 'paying@example.com', { name: 'Paying Host' })
  await subscribe(paying.sessionToken)
  events = await seed(full.sessionToken)
  const booking = await book(events[0])
  await ok(server.origin, 'inviteUsers', {
    params: { id: booking.id },
    body: { emails: ['amara@example.com', 'li.wei@example.com'] },
  })
  const invitation = linksIn(await mailTo('amara@example.com'))
  const pausedBooking = await bookPausedEvent(full.sessionToken)
  const collection = await seedCollections(full.sessionToken)
  const screens = [
    { name: 'landing', address: '/' },
    { name: 'landing-signed-in', address: '/', session: full },
    { name: 'pricing', address: '/pricing' },
    { name: 'features', address: '/features' },
    { name: 'privacy', address: '/privacy' },
    { name: 'terms', address: '/terms' },
    { name: 'sign-in', address: '/signin' },
    { name: 'not-found', address: '/nothing' },
    { name: 'event-not-found', address: '/event-not-found' },
    { name: 'event-not-accepting', address: '/event-not-accepting' },
    { name: 'booking', address: `/book/${events[0].bookingUrlId}` },
    { name: 'booking-time-chosen', address: `/book/${events[0].bookingUrlId}`, press: '.slot' },
    { name: 'booking-long', address: `/book/${events[1].bookingUrlId}` },
    { name: 'booking-not-found', address: '/book/event_nothing' },
    { name: 'booking-update', address: `/book/${events[0].bookingUrlId}/update/${booking.id}` },
    {
      name: 'booking-update-fixed-time',
      address: `/book/${pausedBooking.bookingUrlId}/update/${pausedBooking.id}`,
    },
    { name: 'confirmation', address: `/booking-confirmation/${booking.id}` },
    { name: 'confirmation-guest', address: invitation.page },
    { name: 'booking-update-guest', address: `/book/${events[0].bookingUrlId}/update/${invitation.token}` },
    { name: 'stop-emails', address: invitation.stop },
    { name: 'dashboard', address: '/dashboard', session: full },
    { name: 'dashboard-empty', address: '/dashboard', session: empty },
    { name: 'events', address: '/events', session: full },
    { name: 'events-empty', address: '/events', session: empty },
    { name: 'event-create', address: '/events/create', session: full },
    { name: 'event-edit', address: `/events/edit/${events[0].id}`, session: full },
    { name: 'event-shared', address: '/events/create', session: full, act: shareUnbookable },
    { name: 'event-changed', address: `/events/edit/${events[0].id}`, session: full, act: unreadableTimes },
    { name: 'event-deleted', address: `/events/edit/${events[0].id}`, session: full, act: deletedElsewhere },
    { name: 'bookings', address: '/bookings', session: full },
    { name: 'bookings-filters', address: '/bookings', session: full, press: 'button:has-text("Filters")' },
    { name: 'bookings-empty', address: '/bookings', session: empty },
    { name: 'booking-details', address: '/bookings', session: full, press: '[data-opens]' },
    { name: 'zone-changes', address: '/bookings/time-zone-changes', session: full, act: changeZones },
    { name: 'zone-changes-empty', address: '/bookings/time-zone-changes', session: empty },
    { name: 'custom-fields', address: '/custom-fields?includeArchived=true', session: full },
    { name: 'custom-fields-empty', address: '/custom-fields', session: empty },
    { name: 'collection-create', address: '/custom-fields/create', session: full },
    { name: 'collection-edit', address: `/custom-fields/edit/${collection.id}`, session: full },
    { name: 'analytics', address: `/analytics?from=${dateAhead(0)}&to=${dateAhead(30)}`, session: full },
    { name: 'calendar', address: '/calendar', session: full },
    { name: 'calendar-month', address: '/calendar?view=month', session: full },
    { name: 'availability', address: '/availability', session: empty },
    { name: 'schedule-create', address: '/availability/create', session: full },
    { name: 'settings', address: '/settings', session: full },
    { name: 'settings-delete', address: '/settings', session: full, press: DELETE },
    { name: 'settings-new', address: '/settings', session: empty },
    { name: 'profile', address: '/profile', session: full },
    { name: 'profile-not-connected', address: '/profile', session: careful },
    { name: 'help', address: '/help', session: full },
    { name: 'subscription', address: '/subscription', session: full },
    { name: 'subscription-switch', address: '/subscription?interval=year', session: paying, press: SWITCH },
    { name: 'subscription-end', address: '/subscription', session: paying, press: END },
    { name: 'subscription-success', address: '/subscription/success', session: full },
    { name: 'subscription-intent', address: '/subscription/intent', session: full },
    { name: 'subscription-cancel', address: '/subscription/cancel', session: full },
    { name: 'faq', address: '/faq#cancel-reschedule', session: full },
  ]
  const pictured = screens.filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  )
  for (const look of looks) {
    for (const width of widths) {
      for (const { name, address, session, press, act } of pictured) {
        const context = await browser.newContext({
          baseURL: server.origin,
          ...LOOKS[look],
          viewport: { width, height: 900 },
          timezoneId: 'America/New_York',
          locale: 'en-US',
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        if (session) await page.addInitScript(rememberSession, session)
        await page.goto(address, { waitUntil: 'networkidle' })
        if (press) await page.locator(press).first().click()
        await act?.(page)
        await page.waitForLoadState('networkidle')
        await page.locator('h1').first().waitFor({ state: 'attached' })
        await page.waitForFunction(() => document.querySelector('.animate-pulse') === null)
        await page.screenshot({ path: path.join(out, `${name}-${look}-${width}.png`), fullPage: true })
        await context.close()
      }
    }
  }
  console.log(`${pictured.length * widths.length * looks.length} pictures in ${out}`)
} finally {
  await browser.close()
  await server.kill('SIGTERM')
  fs.rmSync(data, { recursive: true, force: true })
}

/** The ones among `all` that an argument names, or all if none does. */
function chosen(all) {
  const named = all.filter((one) => wanted.includes(one))
  return named.length > 0 ? named : all
}

/** The share dialog of an event that nobody can book. */
async function shareUnbookable(page) {
  // Nothing is saved.
  await page.route('**/boomEvents', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const isEnabled = false
    await route.fulfill({
      status: 201,
      json: { success: true, data: { ...events[0], isEnabled, meetVia: 'zoom' } },
    })
  })
  await page.getByLabel('Event title').fill('Intro call')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await page.getByRole('dialog').waitFor()
}

async function seed(token) {
  const make = (body) => ok(server.origin, 'createEvent', { token, body })
  const intro = await make({
    title: 'Intro call',
    description:
      'A relaxed first conversation to see whether we are a good match. Bring your questions, I will bring coffee.',
  })
  const long = await make({
    title: 'Quarterly architecture and roadmap review with everybody who has a stake in the platform',
    description: 'An hour on what was built, what broke, and what comes next.',
    duration: 60,
    meetVia: 'zoom',
    bufferTime: 15,
  })
  await make({ title: 'Intro call', duration: 15 })
  await make({ title: 'Office hours', duration: 15, meetVia: 'phone', isEnabled: false })
  await make({
    title: 'Workshop next year',
    duration: 120,
    meetVia: 'in-person',
    eventStartUtc: '2030-01-01T00:00:00Z',
  })
  return [intro, long]
}

/** Buys the monthly plan on the sandbox's page. */
async function subscribe(token) {
  const { session } = await ok(server.origin, 'createCheckoutSession', {
    token,
    body: { plan: 'individual', interval: 'month' },
  })
  await fetch(session.url, { method: 'POST', body: new URLSearchParams({ card: '4242424242424242' }) })
  await ok(server.origin, 'getSubscription', { token, query: { forceStripePull: 'true' } })
}

async function seedCollections(token) {
  const make = (body) => ok(server.origin, 'createCollection', { token, body })
  const field = (type, label, more) => ({ type, label, ...more })
  await make({
    name: 'Everything we could possibly want to know about somebody before a quarterly review',
    fields: ['multi-line', 'email', 'phone', 'number', 'date', 'time'].map((type) =>
      field(type, `A ${type}`),
    ),
  })
  await make({ name: 'Last year', fields: [field('single-line', 'Topic')], isArchived: true })
  const { id } = await make({
    name: 'About your company',
    description: 'So that we can prepare, and bring the right people.',
    fields: [
      field('header', 'Who you are', { description: 'Two quick ones.' }),
      field('single-line', 'Company', { isRequired: true }),
      field('dropdown', 'Company size', {
        options: ['1–10', '11–50', 'More'],
        description: 'People, not offices.',
      }),
      field('separator'),
      field('checkboxes', 'What shall we talk about?', { options: ['Pricing', 'Security', 'Onboarding'] }),
      field('multi-line', 'Anything else?'),
    ],
  })
  await ok(server.origin, 'shareCollection', { token, params: { id }, body: { email: 'jonas@example.com' } })
  return { id }
}

async function bookPausedEvent(token) {
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Tasting', duration: 15 } })
  const { id } = await book(event)
  await ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body: { isEnabled: false } })
  return { id, bookingUrlId: event.bookingUrlId }
}

/** The text of the newest email to an address, once there is one. */
async function mailTo(address) {
  for (;;) {
    const mails = await (await fetch(`${server.origin}/sandbox/mail.json?to=${address}`)).json()
    if (mails.length > 0) return mails[0].text
    await delay(100)
  }
}

/** The pages that an invitation links to. */
function linksIn(text) {
  const token = /booking-confirmation\/([\w-]+)/.exec(text)[1]
  return { token, page: `/booking-confirmation/${token}`, stop: /\/stop-emails\/[\w.~-]+/.exec(text)[0] }
}

async function book(event) {
  const [slot] = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dateAhead(1), dateTo: dateAhead(14), timezone: 'UTC' },
  })
  return ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Jonas Weber', email: 'jonas@example.com', startUTC: slot.startUtc },
  })
}
