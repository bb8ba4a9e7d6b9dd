import { DAY, HOUR } from '../availability/units.ts'
import { ok } from '../testing/server/api.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { expect, expectAccessible, expectFits, stored, test } from './support/support.ts'
import { zoneButton } from './support/zones.ts'

const TOKYO_MS = 9 * HOUR

test('a host makes a prefilled link, and whoever opens it finds the form filled in', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ permissions: ['clipboard-read', 'clipboard-write'] })
  const fields = [
    { type: 'single-line', label: 'Company', isRequired: true },
    { type: 'checkboxes', label: 'Topics', options: ['Tea', 'Coffee, black', 'Water'] },
    { type: 'phone', label: 'Phone' },
  ]
  const asked = await ok(server.origin, 'createCollection', { token, body: { name: 'About you', fields } })
  const event = await ok(server.origin, 'createEvent', {
    token,
    body: { title: 'Intro call', customFieldsCollections: [{ id: asked.id }], rules: { durations: [60] } },
  })
  await page.goto('/events')
  await page.getByRole('button', { name: 'More for Intro call' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Link and QR Code' }).press('Enter')
  await page.getByRole('button', { name: 'Prefill' }).press('Enter')
  const card = page.getByRole('group', { name: 'Prefilled link' })
  await expect(card.getByRole('button', { name: 'Copy link' })).toBeDisabled()
  const [open] = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(40), dateTo: dayAhead(47), timezone: 'Asia/Tokyo' },
  })
  const day = Math.floor((Date.parse(open!.startUtc) + TOKYO_MS) / DAY)
  await card.getByLabel('Full name').fill('Maria <b>O’Neill</b> & 100%')
  await card.getByLabel('Email address').fill('maria@')
  await expect(card.getByText('Please enter a valid email address')).toBeVisible()
  await expect(card.getByLabel('Link with these details')).not.toHaveValue(/email/)
  await card.getByLabel('Email address').fill('maria+tea@example.com')
  await card.getByLabel('Guests’ emails').fill('a+b@example.com, c@example.com')
  await card.getByLabel('Date', { exact: true }).fill(new Date(day * DAY).toISOString().slice(0, 10))
  await card.getByLabel('Duration', { exact: true }).selectOption('60')
  await card.getByLabel('Time zone', { exact: true }).selectOption('Asia/Tokyo')
  await card.getByLabel('Company', { exact: true }).fill('Sencha & Söhne')
  await card.getByLabel('Coffee, black').check()
  await card.getByLabel('Phone', { exact: true }).fill('+49 30 1234')
  await card.getByRole('button', { name: 'Copy link' }).press('Enter')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('Sencha')
  const link = await copied()
  await card.getByText('Keys for links from other programs').click()
  const key = await card.locator('code', { hasText: /^company-/ }).textContent()
  await card.getByRole('button', { name: `Copy ${key}` }).press('Enter')
  await expect.poll(copied).toBe(key)
  expect(link).toContain(`&${key}=Sencha%20%26%20S%C3%B6hne`)
  await expectAccessible(page)
  await expectFits(page, 360)

  const invitee = await visitor.open({ timezoneId: 'Europe/Berlin' })
  const referrers: string[] = []
  invitee.on('request', (request) => {
    const { referer = '' } = request.headers()
    referrers.push(referer, request.isNavigationRequest() ? '' : request.url())
  })
  await invitee.goto(link)
  await expect(zoneButton(invitee)).toContainText('Asia/Tokyo')
  await expect(invitee.locator(`[data-day="${day}"]`)).toHaveAttribute('aria-pressed', 'true')
  const first = invitee.locator('.slot[aria-pressed]').first()
  await first.click()
  await expect(invitee.getByLabel('Full Name')).toHaveValue('Maria <b>O’Neill</b> & 100%')
  await expect(invitee.getByLabel('Email Address')).toHaveValue('maria+tea@example.com')
  await expect(invitee.getByLabel('Guests’ emails')).toHaveValue('a+b@example.com, c@example.com')
  await expect(invitee.getByLabel('Company')).toHaveValue('Sencha & Söhne')
  await expect(invitee.getByLabel('Coffee, black')).toBeChecked()
  await expect(invitee.getByLabel('Phone')).toHaveValue('+49 30 1234')
  await expect(invitee.getByLabel('60 minutes')).toBeChecked()
  // Nothing of it stays in the address, and a reload keeps what was changed since.
  expect(invitee.url()).not.toMatch(/name|email|guests|company|phone|timezone/)
  await invitee.getByLabel('Full Name').fill('Maria O’Neill')
  await invitee.reload()
  await expect(invitee.getByLabel('Full Name')).toHaveValue('Maria O’Neill')
  await expect(invitee.getByLabel('Company')).toHaveValue('Sencha & Söhne')
  await invitee.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(invitee.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect(referrers.filter((text) => /maria|sencha/i.test(text))).toEqual([])
  const { bookings } = await ok(server.origin, 'listBookings', { token })
  expect(bookings).toMatchObject([{ fullName: 'Maria O’Neill', email: 'maria+tea@example.com' }])
  expect(await stored(invitee)).not.toHaveProperty('bookingInvitee')

  // What isn't valid is ignored.
  const other = await visitor.open({ timezoneId: 'Europe/Berlin' })
  visitor.expected.push('404')
  await other.goto(
    `/book/${event.bookingUrlId}?name=%FF&email=maria&timezone=Mars&date=soon&duration=7&${key}=${'x'.repeat(501)}`,
  )
  await other.locator('.slot[aria-pressed]').first().click()
  for (const name of ['Full Name', 'Email Address', 'Company'])
    await expect(other.getByLabel(name)).toHaveValue('')
  await expect(zoneButton(other)).toContainText('Europe/Berlin')
})

test('details that are filled in without key presses, and reported only as a change, are booked', async ({
  visitor,
  server,
}) => {
  const fields = [
    { type: 'phone', label: 'Phone', isRequired: true },
    { type: 'multi-line', label: 'Address', isRequired: true },
  ]
  const event = await makeEvent(server.origin, {
    customFieldsCollections: [{ type: 'boomEvent', name: 'About you', fields }],
  })
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  for (const [label, text] of [
    ['Full Name', 'Bob Marsh'],
    ['Email Address', 'bob@example.com'],
    [/^Phone/, '+49 30 1234'],
    [/^Address/, 'Main Street 1'],
  ] as const) {
    await page.getByLabel(label).evaluate((field: HTMLInputElement | HTMLTextAreaElement, value) => {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }, text)
  }
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page).toHaveURL(/\/booking-confirmation\//)
  await expect(page.getByRole('main')).toContainText('Main Street 1')
})
