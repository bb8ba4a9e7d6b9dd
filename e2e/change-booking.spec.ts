import { ok, signIn } from '../testing/server/api.ts'
import { enterPerson } from './support/booking-form.ts'
import { card, quickAction } from './support/booked.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { followRequests } from './support/running-requests.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const everyDay = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    { enabled: true, slots: [{ start: '09:00', end: '17:00' }] },
  ]),
)

let hosts = 0

async function booked(origin: string) {
  const { sessionToken: token } = await signIn(origin, `moved${++hosts}.${Date.now()}@example.com`)
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
  const slots = await ok(origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(2), timezone: 'America/New_York' },
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
  return { token, event, id, slots, address: `/book/${event.bookingUrlId}/update/${id}` }
}

test('a booking is edited on a prefilled page, with its time kept or moved', async ({ visitor, server }) => {
  const { token, event, id, slots, address } = await booked(server.origin)
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
  await page.reload()
  await expect(page.getByRole('button', { name: 'Copy Details' })).toBeEnabled()
  await expect(saved).toHaveCount(0)
  expect(await read()).toMatchObject({ startUtc: slots[4]!.startUtc })

  await page.goto(address)
  await slot(6).click()
  await update.click()
  await expect(page).toHaveURL(new RegExp(`/booking-confirmation/${id}$`))
  expect(await read()).toMatchObject({ startUtc: slots[6]!.startUtc, fullName: 'Yuki Tanaka' })

  // The time it was moved to is chosen now, and the host moves it while the page is open.
  const move = (index: number) =>
    ok(server.origin, 'updateBooking', { token, params: { id }, body: { startUTC: slots[index]!.startUtc } })
  await page.goto(address)
  await expect(slot(6)).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Company').fill('Acme KG')
  await move(8)
  await update.click()
  await expect(page.getByText('Acme KG')).toBeVisible()
  expect(await read()).toMatchObject({ startUtc: slots[8]!.startUtc })
  await page.goto(address)
  await slot(10).click()
  await move(6)
  visitor.expected.push('409')
  await update.click()
  await expect(page.getByRole('alert')).toContainText('Reload the page to see its new time.')
  await page.reload()
  await expect(note).toContainText(time.format(Date.parse(slots[6]!.startUtc)).replace(/\s[AP]M$/u, ''))
  await expect(slot(10)).toHaveAttribute('aria-pressed', 'true')
  await update.click()
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  expect(await read()).toMatchObject({ startUtc: slots[10]!.startUtc })
  await move(6)

  // An event that takes no bookings still allows other changes.
  await ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body: { isEnabled: false } })
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'The time can’t be changed' })).toBeVisible()
  await expect(note.getByRole('link')).toHaveAttribute('href', `/booking-confirmation/${id}`)
  await page.getByLabel('Company').fill('Acme Inc')
  await expectAccessible(page)
  await expectFits(page, 360)
  await update.click()
  await expect(page.getByText('Acme Inc')).toBeVisible()
  expect(await read()).toMatchObject({ startUtc: slots[6]!.startUtc })
})

test('the page says how long a changed booking is, and would be at another time', async ({
  visitor,
  server,
}) => {
  const { sessionToken: token } = await signIn(server.origin, `longer${++hosts}.${Date.now()}@example.com`)
  const event = await ok(server.origin, 'createEvent', {
    token,
    body: { title: 'Tea', timezone: 'UTC', duration: 90, weeklyAvailabilitySlots: everyDay },
  })
  const update = (body: object) => ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body })
  const day = dayAhead(2)
  const at = (time: string) => `${day}T${time}:00.000Z`
  const book = (bookingUrlId: string, startUTC: string) =>
    ok(server.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })
  const page = await visitor.open({ timezoneId: 'UTC' })
  await page.clock.install()
  const loaded = followRequests(page, /\/slots\?/)
  const slot = (time: string) => page.locator(`.slot:has(time[datetime="${at(time)}"])`)
  const expectLength = async (minutes: number, time: string) => {
    await expect(page.locator('.facts')).toContainText(`${minutes} minutes`)
    await expect(page.locator('.selection')).toContainText(time)
  }

  const { id } = await book(event.bookingUrlId, at('09:00'))
  await update({ duration: 45 })
  const address = `/book/${event.bookingUrlId}/update/`
  await page.goto(address + id)
  await expectLength(90, '9:00 – 10:30 AM')
  await slot('09:45').click()
  await expectLength(45, '9:45 – 10:30 AM')
  // Its host changes it again while the page is open.
  await update({ duration: 60 })
  // It doesn't look for changes while it is loading times.
  await loaded()
  await page.clock.runFor(16_000)
  await slot('11:00').click()
  await expectLength(60, '11:00 AM – 12:00 PM')
  await slot('09:00').click()
  await expectLength(90, '9:00 – 10:30 AM')
  await page.getByLabel('Full Name').fill('Bobby')
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  const { bookingData } = await ok(server.origin, 'getBooking', { params: { id } })
  expect(bookingData).toMatchObject({ fullName: 'Bobby', startUtc: at('09:00'), endUtc: at('10:30') })

  // The event no longer offers what the link does.
  await update({ rules: { durations: [30] } })
  const link = await ok(server.origin, 'createEventLink', {
    token,
    params: { id: event.id },
    body: { rules: { durations: [30] } },
  })
  await update({ rules: { durations: [] } })
  const { id: byLink } = await book(link.bookingUrlId, at('12:00'))
  await page.goto(address + byLink)
  await expectLength(30, '12:00 – 12:30 PM')
  await slot('13:30').click()
  await expectLength(30, '1:30 – 2:00 PM')
})

test('only what the event allows can be changed, and the page says why not', async ({ visitor, server }) => {
  visitor.expected.push('403', '404', '409')
  const { token, event, id, address } = await booked(server.origin)
  const page = await visitor.open()
  const allow = (body: object) => ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body })
  const confirmation = `/booking-confirmation/${id}`
  const nothing = page.getByText('This booking can’t be changed here.')
  await page.goto(confirmation)
  await expect(quickAction(page, 'Edit Booking')).toHaveAttribute('href', address)
  await expect(quickAction(page, 'Cancel Booking')).toBeEnabled()
  await allow({ allowUsersToEdit: false })
  await page.goto(address)
  await expect(
    page.getByText('This booking can no longer be changed here. Please contact the host.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'View booking' }).click()
  await expect(quickAction(page, 'Cancel Booking')).toBeEnabled()
  await expect(quickAction(page, 'Edit Booking')).toHaveCount(0)
  await expect(nothing).toHaveCount(0)
  await allow({ allowUsersToCancel: false })
  await page.reload()
  await expect(nothing).toBeVisible()
  await expect(quickAction(page, 'Edit Booking').or(quickAction(page, 'Cancel Booking'))).toHaveCount(0)
  for (const name of ['Invite People', 'Share This Confirmation Page'] as const)
    await expect(card(page, name)).toBeVisible()
  await page.goto(`/book/${event.bookingUrlId}/update/unknown`)
  await expect(page.getByRole('heading', { name: 'Booking Information Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View booking' })).toHaveCount(0)
  await ok(server.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
  await page.goto(address)
  await expect(page.getByText('This booking has already been canceled.')).toBeVisible()
  await page.getByRole('link', { name: 'View booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
})

test('counts attempts per hour in this browser, warns about the last ones, then blocks', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open()
  await page.clock.install()
  await page.goto(`/book/${event.bookingUrlId}`)
  const { ip } = await ok(server.origin, 'getClientAddress')
  const key = `bookingRateLimit:${ip}`
  const used = (count: number) =>
    page.evaluate(
      ([name, times]) => localStorage.setItem(name, JSON.stringify({ count: times, lastReset: Date.now() })),
      [key, count] as const,
    )
  const fillIn = async () => {
    await page.reload()
    await page.locator('.slot').first().click()
    await enterPerson(page)
  }
  const book = page.getByRole('button', { name: 'Book Meeting' })
  await used(100)
  await fillIn()
  await expect(page.getByText('You have consumed all booking attempts for this hour.')).toBeVisible()
  await expect(book).toBeDisabled()
  await page.clock.fastForward('01:00:01')
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
  await page.unrouteAll()

  await used(98)
  await fillIn()
  await expect(page.getByText('You can try 2 more times this hour.')).toBeVisible()
  await expectAccessible(page)
  await book.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toContain('"count":99')
})
