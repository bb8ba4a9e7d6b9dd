import { enterPerson } from './support/booking-form.ts'
import { loseAnswer } from './support/lose-answer.ts'
import { makeEvent } from './support/events.ts'
import { expect, expectAccessible, expectFits, stored, test } from './support/support.ts'

test('guests are invited with the booking', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York', viewport: { width: 360, height: 740 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await enterPerson(page)
  const guests = page.getByLabel('Guests’ emails')
  await expect(guests).toBeHidden()
  await page.getByText('Add guests').click()
  await guests.fill('ann@example.com, cy')
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
  // And folded once more, it opens for the link, and stays open although the first key ends the error.
  await page.getByText('Add guests').click()
  await expect(guests).toBeHidden()
  await alert.getByRole('link', { name: 'Guests' }).evaluate((link: HTMLElement) => {
    link.click()
    getSelection()!.modify('move', 'forward', 'documentboundary')
    document.execCommand('insertText', false, '@')
  })
  await page.keyboard.type('example.com')
  await expect(guests).toHaveValue('ann@example.com, cy@example.com')
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  const people = page.getByRole('region', { name: 'People with a link' })
  await expect(people.getByRole('listitem')).toHaveText([/^a…@example\.com/, /^c…@example\.com/])
  expect(JSON.stringify(await stored(page))).not.toContain('ann@')
})

test('guests who are added after a lost answer are invited too', async ({ visitor, server }) => {
  visitor.expected.push('ERR_', 'Failed to fetch', '409')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await enterPerson(page)
  await page.getByText('Add guests').click()
  const guests = page.getByLabel('Guests’ emails')
  await guests.fill('ann@example.com')
  await loseAnswer(page, '**/boomEventsBookings?*')
  const book = page.getByRole('button', { name: 'Book Meeting' })
  await book.click()
  await expect(page.getByRole('alert')).toContainText('Please try again.')
  await guests.fill('Ann@example.com, cy@example.com')
  await page.route('**/inviteUsers', (route) => route.abort('connectionreset'), { times: 1 })
  for (const outcome of [page.getByRole('alert'), page.getByRole('heading', { name: 'Booking Confirmed' })]) {
    await book.click()
    await expect(outcome).toBeVisible()
  }
  const people = page.getByRole('region', { name: 'People with a link' })
  await expect(people.getByRole('listitem')).toHaveText([/^a…@example\.com/, /^c…@example\.com/])
})
