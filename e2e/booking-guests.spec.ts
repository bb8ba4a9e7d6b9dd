import { ok } from '../testing/server/api.ts'
import { card, opener } from './support/bookings.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { expect, expectAccessible, expectFits, stored, test } from './support/support.ts'

test('guests are invited with the booking', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York', viewport: { width: 360, height: 740 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await page.getByLabel('Full Name').fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  const guests = page.getByLabel('Guests’ emails')
  await expect(guests).toBeHidden()
  await page.getByText('Add guests').click()
  await guests.fill('ann@example.com, cy')
  await expectAccessible(page)
  await expectFits(page, 320)
  await page.reload()
  await expect(guests).toHaveValue('ann@example.com, cy')
  // Folded, it still shows what is wrong.
  await page.getByText('Add guests').click()
  await expect(guests).toBeHidden()
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Please check your detailsGuests: This isn’t a valid email address: cy')
  await expect(guests).toHaveAccessibleDescription(/^This isn’t a valid email address: cy /)
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'Guests' }).click()
  await expect(guests).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('@example.com')
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  const people = page.getByRole('region', { name: 'People with a link' })
  await expect(people.getByRole('listitem')).toHaveText([/^a…@example\.com/, /^c…@example\.com/])
  expect(JSON.stringify(await stored(page))).not.toContain('ann@')
})

test('guests beyond a limit are emailed later, and the host sees whom', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const slots = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(9), timezone: 'UTC' },
  })
  const guests = Array.from({ length: 20 }, (_, index) => `${event.id}.${index}@example.com`)
  const book = (fullName: string, startUTC: string, more: string[]) =>
    ok(server.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName, email: 'eve@example.com', startUTC, guests: more },
    })
  await book('Eve', slots.at(-1)!.startUtc, guests)
  await book('Bob', slots[0]!.startUtc, ['ann@example.com', 'cy@example.com'])
  await page.goto('/bookings')
  await opener(card(page, 'Bob')).click()
  const panel = page.getByRole('region', { name: 'Booking details' })
  await expect(panel).toContainText('We haven’t emailed ann@example.com and cy@example.com yet')
  await expectAccessible(page)
})
