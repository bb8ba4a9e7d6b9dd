import fs from 'node:fs'
import { ok, signIn } from '../testing/server/api.ts'
import { card, makeBooking, quickAction } from './support/booked.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

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

  await page.getByRole('button', { name: 'Copy Details' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Time zone: Asia/Tokyo (GMT+9)')
  expect(copied).toContain('Company: Sencha Ltd')
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  expect(copied).not.toContain(id)

  // Without the query parameter, the page doesn't announce a new booking.
  await page.goto(`/booking-confirmation/${id}`)
  await expect(page.getByText('You’re all set')).toHaveCount(0)
})

test('a booking can be added to any calendar without revealing its id', async ({ visitor, server }) => {
  const { id, address, startUtc, event } = await makeBooking(server.origin, { meetVia: 'zoom' })
  const page = await visitor.open()
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => referrers.push(request.headers()['referer']))
  for (const one of [`/book/${event.bookingUrlId}/update/${id}`, address]) {
    await page.goto(one)
    await page.evaluate(() => document.fonts.ready.then(() => null))
  }
  expect(referrers.length).toBeGreaterThan(4)
  expect(referrers.filter((referrer) => referrer?.includes(id))).toEqual([])
  const links = page.getByRole('region', { name: 'Add to calendar' })
  const compact = `${startUtc.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  for (const [name, start, part] of [
    ['Google Calendar', 'https://calendar.google.com/calendar/render?', `dates=${compact}`],
    ['Outlook.com', 'https://outlook.live.com/calendar/', 'startdt='],
    ['Microsoft 365', 'https://outlook.office.com/calendar/', 'startdt='],
  ] as const) {
    const link = links.getByRole('link', { name })
    const href = (await link.getAttribute('href'))!
    expect(href.startsWith(start)).toBe(true)
    expect(href).toContain(part)
    expect(href).not.toContain(id)
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('referrerpolicy', 'no-referrer')
  }
  const download = page.waitForEvent('download')
  await links.getByRole('link', { name: '.ics file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('invite.ics')
  expect(fs.readFileSync(await file.path(), 'utf8')).toContain(`DTSTART:${compact}`)
})

test('the link to the video call appears automatically once Google creates it', async ({
  visitor,
  server,
}) => {
  const { address } = await makeBooking(server.origin)
  const page = await visitor.open()
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
  await expect(page.getByRole('link', { name: 'Join (opens in a new tab)' })).toHaveAttribute(
    'href',
    'https://meet.google.com/abc-defg-hij',
  )
})

test('shows only the actions that the event allows', async ({ visitor, server }) => {
  const page = await visitor.open()
  for (const [allowUsersToEdit, allowUsersToCancel] of [
    [true, false],
    [false, true],
    [false, false],
  ]) {
    const { id, address, event } = await makeBooking(server.origin, { allowUsersToEdit, allowUsersToCancel })
    await page.goto(address)
    await expect(card(page, 'Invite People')).toBeVisible()
    await expect(card(page, 'Share This Confirmation Page')).toBeVisible()
    await expect(quickAction(page, 'Edit Booking')).toHaveCount(allowUsersToEdit ? 1 : 0)
    await expect(quickAction(page, 'Cancel Booking')).toHaveCount(allowUsersToCancel ? 1 : 0)
    if (allowUsersToEdit) {
      await expect(quickAction(page, 'Edit Booking')).toHaveAttribute(
        'href',
        `/book/${event.bookingUrlId}/update/${id}`,
      )
    }
    await expect(page.getByText('This booking can’t be changed here.')).toHaveCount(
      allowUsersToEdit || allowUsersToCancel ? 0 : 1,
    )
  }
})

test('actions disappear automatically when the meeting starts, and its link when it ends', async ({
  visitor,
  server,
}) => {
  const { address, startUtc } = await makeBooking(server.origin)
  const page = await visitor.open()
  await page.clock.install()
  await page.goto(address)
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
  const join = page.getByRole('link', { name: 'Join (opens in a new tab)' })
  await expect(join).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Booking details' })).toBeVisible()
  for (const control of [join, page.getByRole('button'), page.getByRole('contentinfo')])
    await expect(control.filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.clock.fastForward('30:00')
  await expect(join).toHaveCount(0)
})

test('without JavaScript everything is readable and no dead controls are shown', async ({
  visitor,
  server,
}) => {
  const { id, address } = await makeBooking(server.origin)
  const page = await visitor.open({ javaScriptEnabled: false })
  const response = await page.goto(`${address}?bookingJustCreated=true`)
  expect(response!.headers()['referrer-policy']).toBe('no-referrer')
  expect(response!.headers()['x-robots-tag']).toContain('noindex')
  await expect(page.getByText('You’re all set')).toBeVisible()
  await expect(page.getByText('America/New York (GMT')).toBeVisible()
  for (const name of ['Copy Details', 'Cancel Booking', 'Send invites', 'Send emails']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByText('Enable JavaScript')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Google Calendar' })).toBeVisible()
  await expect(page.getByRole('link', { name: '.ics file' })).toHaveAttribute(
    'href',
    `/booking-confirmation/${id}/invite.ics`,
  )
})

test('fits long words in both themes and on small screens', async ({ visitor, server }) => {
  const page = await visitor.open()
  const { address, token, id } = await makeBooking(
    server.origin,
    { title: 'Quarterly'.repeat(10), description: 'x'.repeat(500) },
    () => ({ fullName: 'N'.repeat(150) }),
  )
  await page.goto(`${address}?bookingJustCreated=true`)
  await expect(quickAction(page, 'Cancel Booking')).toBeEnabled()
  for (const width of [360, 768, 1440]) await expectFits(page, width)
  await expectAccessible(page)
  await ok(server.origin, 'cancelBooking', {
    token,
    params: { id },
    body: { cancellationReason: 'y'.repeat(300) },
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
  await expect(page.getByText('Maya Lindqvist (host)')).toBeVisible()
  for (const width of [360, 768, 1440]) await expectFits(page, width)
  await expectAccessible(page)
})
