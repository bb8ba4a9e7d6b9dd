import { card, makeBooking, quickAction } from './support/booked.ts'
import { expect, expectFits, test } from './support/support.ts'

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

test('with a font of twice the size on a phone, a booking’s details are not cut off', async ({
  visitor,
  server,
}) => {
  const { address } = await makeBooking(server.origin)
  const page = await visitor.open()
  await page.goto(address)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectFits(page, 360)
  // A value beside its name would have space for one letter in a line.
  const invitee = page.getByRole('definition').filter({ hasText: 'Bob Marsh' })
  await expect.poll(async () => (await invitee.boundingBox())!.width).toBeGreaterThan(150)
})
