import { addedByHost, bookWithPrivateField, fillHiddenScore } from '../testing/bookings/private-booking.ts'
import { signIn } from '../testing/server/api.ts'
import { card, opener } from './support/bookings.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'
import { nextMonday } from './support/with-extension.ts'

test('of two notes typed in one field at once, the host chooses which one to keep', async ({
  visitor,
  server: { origin },
}) => {
  visitor.expected.push('409')
  const { page, token } = await visitor.openAsHost()
  const { id } = await bookWithPrivateField(origin, token, nextMonday())
  const stored = async () => (await addedByHost(origin, token, id))[1]
  await page.goto('/bookings')
  const open = () => opener(card(page, 'Bob')).click()
  await open()
  const panel = page.getByRole('region', { name: 'Booking details' })
  const note = panel.getByLabel('Hidden score')
  const choice = panel.getByRole('alert').filter({ hasText: 'Hidden score' })
  const message = page.getByText('Open the booking with Bob to choose which one to keep.')
  const theirs = `Wants cake${' and more of it'.repeat(30)}`

  await expect(note).toHaveValue('')
  await fillHiddenScore(origin, { token, id }, theirs)
  await note.fill('Wants tea')
  await expect(choice).toContainText('Someone else changed “Hidden score” while you were typing, to:')
  await expect(choice).toContainText(theirs)
  await expect(panel.getByText('Choose which note to keep.')).toBeVisible()
  await expect(note).toHaveValue('Wants tea')
  await expectAccessible(page)
  await expectFits(page, 360)
  expect(await stored()).toBe(theirs)

  // It waits while the details are closed.
  await panel.getByRole('button', { name: 'Close details' }).click()
  await expect(message).toBeVisible()
  await open()
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(choice).toBeHidden()
  await expect(note).toBeFocused()
  await expect(panel.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toBe('Wants tea')

  await fillHiddenScore(origin, { token, id }, '')
  await note.fill('Wants both')
  await expect(choice).toContainText('Someone else cleared “Hidden score” while you were typing.')
  await panel.getByRole('button', { name: 'Close details' }).click()
  await expect(message).toBeVisible()
  await open()
  await choice.getByRole('button', { name: 'Use theirs' }).click()
  await expect(choice).toBeHidden()
  await expect(message).toBeHidden()
  await expect(note).toHaveValue('')
  expect(await stored()).toBeFalsy()
})

test('an unsaved note of another host is neither shown nor sent', async ({ visitor, server: { origin } }) => {
  visitor.expected.push('ERR_FAILED')
  const { page, token } = await visitor.openAsHost()
  await bookWithPrivateField(origin, token, nextMonday())
  const other = await signIn(origin, 'jonas.notes@example.com', { name: 'Jonas Berg' })
  const { promise: held, resolve: fail } = Promise.withResolvers<void>()
  const calls = '**/postBookingFields'
  await page.route(calls, async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/bookings')
  await opener(card(page, 'Bob')).click()
  const sent = page.waitForRequest(calls)
  await page.getByLabel('Hidden score').fill('Wants tea')
  const request = await sent
  // Where the notes are waiting without a list of bookings.
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText(/Bob/).first()).toBeVisible()
  await page.evaluate(
    ({ sessionToken, user }) => {
      localStorage.setItem('sessionToken', sessionToken)
      localStorage.setItem('user', JSON.stringify(user))
      dispatchEvent(new StorageEvent('storage', { key: 'sessionToken', newValue: sessionToken }))
    },
    { sessionToken: other.sessionToken, user: other.user },
  )
  await expect(page.getByText(/Bob/)).toHaveCount(0)
  const again: string[] = []
  page.on('request', (one) => again.push(one.url()))
  const failed = page.waitForEvent('requestfailed', (one) => one === request)
  fail()
  await failed
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // A second attempt would be sent, and what was kept drawn, with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(page.getByText(/Bob/)).toHaveCount(0)
  expect(again.filter((url) => url.endsWith('/postBookingFields'))).toEqual([])
})
