import { slotPath } from '../contract/events/event-options.ts'
import { ok } from '../testing/server/api.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const everyDay = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    { enabled: true, slots: [{ start: '09:00', end: '17:00' }] },
  ]),
)

async function booked(origin: string, token: string) {
  const collection = await ok(origin, 'createCollection', {
    token,
    body: { name: 'About you', fields: [{ type: 'single-line', label: 'Company', isRequired: true }] },
  })
  const event = await ok(origin, 'createEvent', {
    token,
    body: {
      title: 'Tea',
      weeklyAvailabilitySlots: everyDay,
      customFieldsCollections: [{ id: collection.id }],
    },
  })
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const slots = await ok(origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: day(2), dateTo: day(2), timezone: 'America/New_York' },
  })
  const { id } = await ok(origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: {
      fullName: 'Yuki Tanaka',
      email: 'yuki@example.com',
      startUTC: slots[4]!.startUtc,
      customFieldsCollections: [
        { id: collection.id, fields: [{ id: collection.fields[0]!.id, value: 'Acme' }] },
      ],
    },
  })
  return { event, id, slots, address: `/book/${event.bookingUrlId}/update/${id}` }
}

test('a booking is edited on a prefilled page, with its time kept or moved', async ({ visitor, server }) => {
  const { token } = await visitor.openAsHost()
  const { event, id, slots, address } = await booked(server.origin, token)
  const read = async () => (await ok(server.origin, 'getBooking', { params: { id } })).bookingData
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(address)
  await expect(page.getByLabel('Full Name')).toHaveValue('Yuki Tanaka')
  await expect(page.getByLabel('Company')).toHaveValue('Acme')
  const slot = (index: number) => page.locator(`.slot:has(time[datetime="${slots[index]!.startUtc}"])`)
  await expect(slot(4)).toHaveAttribute('aria-pressed', 'true')
  const note = page.locator('.note')
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'America/New_York',
  })
  const begins = time.format(Date.parse(slots[4]!.startUtc)).replace(/\s[AP]M$/u, '')
  await expect(note).toContainText('You’re editing your booking on')
  await expect(note).toContainText(begins)
  await expect(note.getByRole('link')).toHaveAttribute('href', `/booking-confirmation/${id}`)
  const update = page.getByRole('button', { name: 'Update booking' })
  await page.getByLabel('Company').fill('')
  await expect(update).toBeDisabled()
  await page.getByLabel('Company').fill('Acme Ltd')
  await expectAccessible(page)
  await expectFits(page, 360)
  await update.click()
  await expect(page).toHaveURL(new RegExp(`/booking-confirmation/${id}$`))
  await expect(page.getByText('Acme Ltd')).toBeVisible()
  const saved = page.getByText('Your changes have been saved.')
  await expect(saved).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Copy Details' })).toBeEnabled()
  await expect(saved).toHaveCount(0)
  expect(await read()).toMatchObject({ startUtc: slots[4]!.startUtc })

  await page.goto(address)
  await slot(6).click()
  await update.click()
  await expect(page).toHaveURL(new RegExp(`/booking-confirmation/${id}$`))
  expect(await read()).toMatchObject({ startUtc: slots[6]!.startUtc, fullName: 'Yuki Tanaka' })
  await page.goto(address)
  await expect(slot(4)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

  // An event that takes no bookings still allows other changes.
  await ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body: { isEnabled: false } })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The time can’t be changed' })).toBeVisible()
  await expect(note.getByRole('link')).toHaveAttribute('href', `/booking-confirmation/${id}`)
  await page.getByLabel('Company').fill('Acme Inc')
  await expectAccessible(page)
  await expectFits(page, 360)
  await update.click()
  await expect(page.getByText('Acme Inc')).toBeVisible()
  expect(await read()).toMatchObject({ startUtc: slots[6]!.startUtc })
})

test('explains why a booking can no longer be changed', async ({ visitor, server }) => {
  visitor.expected.push('403', '404', '409')
  const { token } = await visitor.openAsHost()
  const { event, id, address } = await booked(server.origin, token)
  const page = await visitor.open()
  await ok(server.origin, 'updateEvent', {
    token,
    params: { id: event.id },
    body: { allowUsersToEdit: false },
  })
  await page.goto(address)
  await expect(
    page.getByText('This booking can no longer be changed here. Please contact the host.'),
  ).toBeVisible()
  await page.goto(`/book/${event.bookingUrlId}/update/unknown`)
  await expect(page.getByRole('heading', { name: 'Booking Information Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View booking' })).toHaveCount(0)
  await ok(server.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
  await page.goto(address)
  await expect(page.getByText('This booking has already been canceled.')).toBeVisible()
  await page.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
})

test('a time taken by someone else disappears and is reported where it was chosen', async ({
  visitor,
  server,
}) => {
  const { token } = await visitor.openAsHost()
  const { event, slots } = await booked(server.origin, token)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.clock.install()
  await page.goto(slotPath(event.bookingUrlId, slots[0]!.startUtc))
  const slot = page.locator(`.slot:has(time[datetime="${slots[0]!.startUtc}"])`)
  await expect(slot).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Full Name').fill('Bob')
  const { customFieldsCollections } = await ok(server.origin, 'getPublicEvent', {
    params: { bookingUrlId: event.bookingUrlId },
  })
  const asked = customFieldsCollections[0]!
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: {
      fullName: 'Eve',
      email: 'eve@example.com',
      startUTC: slots[0]!.startUtc,
      customFieldsCollections: [{ id: asked.id, fields: [{ id: asked.fields[0]!.id, value: 'x' }] }],
    },
  })
  await page.clock.runFor(16_000)
  await expect(page.getByRole('alert')).toContainText('That time is no longer available.')
  await expect(slot).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toHaveValue('Bob')
})

test('counts attempts per hour in this browser, warns about the last ones, then blocks', async ({
  visitor,
  server,
}) => {
  const { token } = await visitor.openAsHost()
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Tea' } })
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  const { ip } = await ok(server.origin, 'getClientAddress')
  const used = (count: number, lastReset = Date.now()) =>
    page.evaluate(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`bookingRateLimit:${ip}`, JSON.stringify({ count, lastReset })],
    )
  const fillIn = async () => {
    await page.reload()
    await page.locator('.slot').first().click()
    await page.getByLabel('Full Name').fill('Bob')
    await page.getByLabel('Email Address').fill('bob@example.com')
  }
  const book = page.getByRole('button', { name: 'Book Meeting' })
  await used(100)
  await fillIn()
  await expect(page.getByText('You have consumed all booking attempts for this hour.')).toBeVisible()
  await expect(book).toBeDisabled()
  await used(105)
  await fillIn()
  await expect(page.getByText('You have consumed all booking attempts for this hour.')).toBeVisible()
  await used(98)
  await fillIn()
  await expect(page.getByText('You can try 2 more times this hour.')).toBeVisible()
  await expectAccessible(page)
  await book.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect(await page.evaluate((key) => localStorage.getItem(key), `bookingRateLimit:${ip}`)).toContain(
    '"count":99',
  )
  await page.goto(`/book/${event.bookingUrlId}`)
  await used(100, Date.now() - 3_600_000)
  await fillIn()
  await expect(book).toBeEnabled()
  // The time limit is in the viewer's own time, whether the browser (here in another tab) or the server counted.
  const alert = page.getByRole('alert')
  await page.getByRole('radio', { name: '24h' }).check()
  await used(100)
  await book.click()
  await expect(alert).toContainText('Rate Limit ExceededToo many booking attempts.')
  await expect(alert).toContainText(/Please try again after \d\d?:\d\d\.$/)
  visitor.expected.push('429')
  await used(0)
  await fillIn()
  await page.route('**/boomEventsBookings?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '7200' },
      json: { success: false, error: 'Too many. Try again after 15:00 UTC.', code: 'too_many_requests' },
    }),
  )
  await book.click()
  await expect(alert).toContainText('Rate Limit ExceededToo many booking attempts.')
  await expect(alert).toContainText(/Please try again after \d\d?:\d\d\.$/)

  await page.clock.install()
  await used(100)
  await fillIn()
  await expect(book).toBeDisabled()
  await page.clock.fastForward('01:00:01')
  await expect(book).toBeEnabled()
  await used(100, Date.now() + 86_400_000)
  await fillIn()
  await expect(book).toBeEnabled()
})
