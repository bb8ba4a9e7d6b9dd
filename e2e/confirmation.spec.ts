import { ok, signIn } from '../testing/server/api.ts'
import { card, makeBooking, quickAction } from './support/booked.ts'
import { expect, test } from './support/support.ts'

test('a new booking is announced with all details in the viewer’s zone', async ({ visitor, server }) => {
  const { sessionToken: token } = await signIn(server.origin, 'details@example.com', { name: 'Maya' })
  const asked = await ok(server.origin, 'createCollection', {
    token,
    body: {
      name: 'About you',
      fields: [
        { type: 'date', label: 'Founded' },
        { type: 'single-line', label: 'Company' },
        { type: 'single-line', label: 'Left empty' },
      ],
    },
  })
  await ok(server.origin, 'shareCollection', {
    token,
    params: { id: asked.id },
    body: { email: 'nobody@example.com' },
  })
  const event = await ok(server.origin, 'createEvent', {
    token,
    body: { title: 'Tea', meetVia: 'phone', customFieldsCollections: [{ id: asked.id }] },
  })
  const page = await visitor.open({
    timezoneId: 'Asia/Tokyo',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  const startUtc = await page.locator('.slot time').first().getAttribute('datetime')
  await page.locator('.slot').first().click()
  await page.getByLabel('Full Name').fill('Yuki Tanaka')
  await page.getByLabel('Email Address').fill('yuki@example.com')
  await page.getByLabel('Founded').fill('1999-12-31')
  await page.getByLabel('Company').fill('Sencha Ltd')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page).toHaveURL(/\?bookingJustCreated=true$/)
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('You’re all set. A confirmation email is on its way')).toBeVisible()
  const details = page.getByRole('region', { name: 'Booking details' })
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Tokyo' })
  await expect(details).toContainText(date.format(Date.parse(startUtc!)))
  for (const text of ['Asia/Tokyo (GMT+9)', '30 minutes', 'Phone call', 'Yuki Tanaka', 'yuki@example.com']) {
    await expect(details).toContainText(text)
  }
  await expect(details).toContainText(/Friday,? 31 December 1999/)
  await expect(details).toContainText('Sencha Ltd')
  await expect(details).not.toContainText('Left empty')
  await expect(page.getByText('Creating your Google Meet link')).toHaveCount(0)
  await expect(page.getByText('You can erase your data from this page once')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase my data' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Copy Details' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Time zone: Asia/Tokyo (GMT+9)')
  expect(copied).toContain('Company: Sencha Ltd')
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  expect(copied).not.toContain(id)

  const links = page.getByRole('region', { name: 'Add to calendar' })
  for (const name of ['Google Calendar', 'Outlook.com', 'Microsoft 365']) {
    const link = links.getByRole('link', { name })
    expect(await link.getAttribute('href')).not.toContain(id)
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('referrerpolicy', 'no-referrer')
  }

  // Without the query parameter, the page doesn't announce a new booking.
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => referrers.push(request.headers()['referer']))
  for (const address of [`/book/${event.bookingUrlId}/update/${id}`, `/booking-confirmation/${id}`]) {
    await page.goto(address)
    await page.evaluate(() => document.fonts.ready.then(() => null))
  }
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('You’re all set')).toHaveCount(0)
  expect(referrers.length).toBeGreaterThan(4)
  expect(referrers.filter((referrer) => referrer?.includes(id))).toEqual([])
})

test('the link to the video call appears once Google creates it, actions go when the meeting starts, the link when it ends', async ({
  visitor,
  server,
}) => {
  const { address, startUtc } = await makeBooking(server.origin)
  const page = await visitor.open()
  await page.clock.install()
  let isMade = false
  await page.route('**/api/webapp/boomEventsBookings/*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { bookingData: { meetingUrl: string | null } } }
    answer.data.bookingData.meetingUrl = isMade ? 'https://meet.google.com/abc-defg-hij' : null
    await route.fulfill({ response, json: answer })
  })
  // The page is shown before the link exists.
  await page.route(`**${address}`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({
      response,
      body: html.replace(/"meetingUrl":"[^"]*"/, '"meetingUrl":null'),
    })
  })
  visitor.expected.push('Minified React error #418', 'ydration')
  await page.goto(address)
  await expect(page.getByText('Creating your Google Meet link')).toBeVisible()
  isMade = true
  await expect(page.getByRole('link', { name: 'meet.google.com/abc-defg-hij' })).toHaveAttribute(
    'href',
    'https://meet.google.com/abc-defg-hij',
  )
  const join = page.getByRole('link', { name: 'Join (opens in a new tab)' })
  await expect(join).toHaveAttribute('href', 'https://meet.google.com/abc-defg-hij')

  const ahead = Date.parse(startUtc) - Date.now()
  await page.clock.fastForward(ahead - 120_000)
  await expect(quickAction(page, 'Cancel Booking')).toBeVisible()
  await page.clock.fastForward(130_000)
  await expect(page.getByText('This meeting has already started, so it can’t be changed here.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Quick Actions' })).toHaveCount(0)
  await expect(card(page, 'Invite People')).toHaveCount(0)
  await expect(card(page, 'Share This Confirmation Page')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Add to calendar' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(join).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Booking details' })).toBeVisible()
  for (const control of [join, page.getByRole('button'), page.getByRole('contentinfo')])
    await expect(control.filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.clock.fastForward('30:00')
  await expect(join).toHaveCount(0)
})
