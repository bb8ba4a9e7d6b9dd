import type { Locator, Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { enterPerson } from './support/booking-form.ts'
import { loseAnswer } from './support/lose-answer.ts'
import { makeEvent } from './support/events.ts'
import { followRequests } from './support/running-requests.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

/** Lets so much time pass that the page looks for changes, which it doesn't do while it is loading times. */
const lookingOf = (page: Page) => {
  const loaded = followRequests(page, /\/slots\?/)
  return async () => {
    await loaded()
    await page.clock.runFor(16_000)
  }
}

test('a time that somebody else took, or that a change of the event removed, is reported and the input kept', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('403', '404', '409')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.clock.install()
  const look = lookingOf(page)
  await page.goto(`/book/${event.bookingUrlId}`)
  const alert = page.getByRole('alert')
  const book = page.getByRole('button', { name: 'Book Meeting' })
  const expectInput = async () => {
    await expect(page.getByLabel('Full Name')).toHaveValue('Bob')
    await expect(page.getByLabel('Email Address')).toHaveValue('bob@example.com')
  }
  const choose = async (slot: Locator) => {
    const startUTC = (await slot.locator('time').getAttribute('datetime'))!
    await slot.click()
    await expect(alert).toHaveCount(0)
    return {
      startUTC,
      takeIt: () =>
        ok(server.origin, 'createBooking', {
          query: { bookingUrlId: event.bookingUrlId },
          body: { fullName: 'Eve', email: 'eve@example.com', startUTC },
        }),
    }
  }
  const change = (duration: number) =>
    ok(server.origin, 'updateEvent', { token: event.token, params: { id: event.id }, body: { duration } })

  await test.step('taken, as the server says', async () => {
    const { startUTC, takeIt } = await choose(page.locator('.slot').nth(3))
    await enterPerson(page)
    await takeIt()
    await book.click()
    await expect(alert).toContainText('Selected time slot not found')
    await expect(alert).toBeFocused()
    await expect(page.locator(`.slot time[datetime="${startUTC}"]`)).toHaveCount(0)
    await expectInput()
    await expectAccessible(page)
  })

  await test.step('taken, as the page notices', async () => {
    const { startUTC, takeIt } = await choose(page.locator('.slot').first())
    await takeIt()
    await look()
    await expect(alert).toContainText('That time is no longer available.')
    await expect(page.locator(`.slot time[datetime="${startUTC}"]`)).toHaveCount(0)
    await expectInput()
  })

  await test.step('changed, as the server says', async () => {
    await choose(page.getByRole('button', { name: '9:30 AM', exact: true }))
    await change(60)
    await book.click()
    await expect(alert).toContainText('Selected time slot not found')
    await expect(alert).toContainText('That time is no longer available.')
    await expect(page.getByText('60 minutes')).toBeVisible()
    // The prefetched month still belongs to the old event.
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page.locator('.slot').first()).toHaveText('9:00 AM')
    await expect(page.locator('.slot').nth(1)).toHaveText('10:00 AM')
  })

  await test.step('changed, as the page notices', async () => {
    await choose(page.getByRole('button', { name: '10:00 AM', exact: true }))
    await change(45)
    await look()
    await expect(alert).toContainText('That time is no longer available.')
    await expect(page.getByText('45 minutes')).toBeVisible()
  })

  await test.step('paused, deleted and resumed, as the page notices', async () => {
    const asked = { token: event.token, params: { id: event.id } }
    const enable = (isEnabled: boolean) =>
      ok(server.origin, 'updateEvent', { ...asked, body: { isEnabled, isDeleted: false } })
    await choose(page.getByRole('button', { name: '9:45 AM' }))
    await enable(false)
    await look()
    await expect(alert).toHaveText('This event is not accepting bookings.')
    await expect(page.locator('.slot')).toHaveCount(0)
    await ok(server.origin, 'deleteEvent', asked)
    await look()
    await expect(alert).toHaveText('This event was not found or has been deleted.')
    await enable(true)
    await look()
    await expect(alert).toHaveCount(0)
    await expectInput()
  })

  await book.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
})

test('a time keeps the focus when another is booked and those left need no groups', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { duration: 50 })
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.clock.install()
  const look = lookingOf(page)
  await page.goto(`/book/${event.bookingUrlId}`)
  const slots = page.locator('.slot')
  const group = page.getByRole('heading', { name: 'Morning', exact: true })
  await expect(slots).toHaveCount(9)
  await expect(group).toBeVisible()
  const startUTC = (await slots.first().locator('time').getAttribute('datetime'))!
  await slots.last().focus()
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Eve', email: 'eve@example.com', startUTC },
  })
  await look()
  await expect(slots).toHaveCount(8)
  await expect(group).toHaveCount(0)
  await expect(slots.last()).toBeFocused()
})

test('a time that was sent stays selected until the server refuses it, so that a retry books it once', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('403', '409', 'ERR_', 'Failed to load', 'Failed to fetch')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.clock.install()
  const look = lookingOf(page)
  await page.goto(`/book/${event.bookingUrlId}`)
  const alert = page.getByRole('alert')
  const gone = page.getByText('That time is no longer available.')
  const calls = '**/boomEventsBookings?*'
  const choose = async () => {
    const slot = page.locator('.slot').first()
    const startUTC = (await slot.locator('time').getAttribute('datetime'))!
    await slot.click()
    return { startUTC, listed: page.locator(`.slot time[datetime="${startUTC}"]`) }
  }
  const bookings = async () =>
    (await ok(server.origin, 'listBookings', { token: event.token })).bookings.map(({ fullName }) => fullName)

  await test.step('refused', async () => {
    const { startUTC } = await choose()
    await enterPerson(page)
    const refusal = { success: false, error: 'Not for you.', code: 'forbidden' }
    await page.route(calls, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
    await page.getByRole('button', { name: 'Book Meeting' }).click()
    await expect(alert).toContainText('Not for you.')
    await ok(server.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Eve', email: 'eve@example.com', startUTC },
    })
    await look()
    await expect(gone).toBeVisible()
  })

  await test.step('booked, with an answer that is late and then lost', async () => {
    const { listed } = await choose()
    const lost = Promise.withResolvers<void>()
    await page.route(
      calls,
      async (route) => {
        await route.fetch()
        await lost.promise
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Book Meeting' }).click()
    await expect.poll(bookings).toContain('Bob')
    await look()
    await expect(listed).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Booking...' })).toBeVisible()
    await expect(alert).toHaveCount(0)
    lost.resolve()
    await expect(alert).toContainText('There was an error creating your booking. Please try again.')
    await look()
    await expect(gone).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Full Name')).toHaveValue('Bob')
    await expect(listed).toHaveCount(0)
    await expect(gone).toHaveCount(0)
    // Its time is taken by the booking itself.
    await page.getByLabel('Full Name').fill('Bobby')
    await page.getByRole('button', { name: 'Book Meeting' }).click()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    expect((await bookings()).toSorted()).toEqual(['Bobby', 'Eve'])
  })
})

test('a lost answer doesn’t lead to a second booking at another time', async ({ visitor, server }) => {
  visitor.expected.push('ERR_', 'Failed to fetch', '429')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  const calls = '**/boomEventsBookings?*'
  const alert = page.getByRole('alert')
  const book = page.getByRole('button', { name: 'Book Meeting' })
  const starts = async () =>
    (await ok(server.origin, 'listBookings', { token: event.token })).bookings.map(({ startUtc }) => startUtc)
  const choose = async (index: number) => {
    const startUtc = await page.locator('.slot time').nth(index).getAttribute('datetime')
    const slot = page.locator(`.slot:has(time[datetime="${startUtc}"])`)
    const time = await slot.innerText()
    await slot.click()
    return { startUtc, time }
  }
  const open = async () => {
    await page.goto(`/book/${event.bookingUrlId}`)
    const chosen = await choose(0)
    await enterPerson(page)
    return chosen
  }

  const first = await open()
  await loseAnswer(page, calls)
  await book.click()
  await expect(alert).toContainText('There was an error creating your booking. Please try again.')
  const unknown = new RegExp(`We don’t know whether .* ${first.time} was booked.`)
  await expect(alert).toContainText(unknown)
  await expectFits(page, 360)

  // Nothing is sent before that is known.
  const second = await choose(2)
  await page.route('**/slots?*', (route) => route.abort('connectionreset'))
  await book.click()
  await expect(alert).toBeFocused()
  await expect(alert).toContainText(unknown)
  await page.unroute('**/slots?*')
  const tooMany = { success: false, error: 'Too many', code: 'too_many_requests' }
  await page.route('**/slots?*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: tooMany }),
  )
  await book.click()
  await expect(alert).toContainText('Too many booking attempts. Please try again after')
  await page.unroute('**/slots?*')
  expect(await starts()).toEqual([first.startUtc])

  await book.click()
  await expect(alert).toContainText(`${first.time}, so we haven’t booked another time.`)
  await expect(alert.getByRole('link', { name: 'View booking' })).toHaveAttribute(
    'href',
    /^\/booking-confirmation\//,
  )
  await expectFits(page, 360)
  expect(await starts()).toEqual([first.startUtc])
  await book.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect((await starts()).toSorted()).toEqual([first.startUtc, second.startUtc])

  // A request that never arrived booked nothing, so another time takes its place.
  await open()
  await page.route(calls, (route) => route.abort('connectionreset'), { times: 1 })
  await book.click()
  await expect(alert).toContainText('We don’t know whether')
  const third = await choose(1)
  await book.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect(await starts()).toHaveLength(3)
  expect(await starts()).toContain(third.startUtc)
})
