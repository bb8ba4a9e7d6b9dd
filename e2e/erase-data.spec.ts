import { ok } from '../testing/server/api.ts'
import { book, cards, opener } from './support/bookings.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('an invitee erases their data after canceling, and the host keeps the time', async ({
  visitor,
  server,
}) => {
  const { page: host, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const { bookings } = await book(server.origin, token, { title: 'Tea' }, 'Bob Marsh')
  const [id] = bookings as [string]
  const cancellationReason = 'Ill'
  await ok(server.origin, 'cancelBooking', {
    params: { id },
    body: { canceledBy: 'invitee', canceledVia: 'confirmationPage', cancellationReason },
  })
  const page = await visitor.open()
  await page.goto(`/booking-confirmation/${id}`)
  const button = page.getByRole('region', { name: 'Your data' }).getByRole('button')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Erase your data?' })
  await expect(dialog).toContainText(
    'Your name, email address, answers, messages and guests will be deleted.',
  )
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.route('**/personalData', (route) => route.abort())
  visitor.expected.push('ERR_')
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  // Faster than the browser reports that a dialog was closed.
  await button.first().evaluate((element) => {
    document.querySelector<HTMLDialogElement>('dialog[open]')!.requestClose()
    ;(element as HTMLElement).click()
  })
  await dialog.getByRole('button', { name: 'Erase my data' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t reach the server.')
  await page.unroute('**/personalData')
  await dialog.getByRole('button', { name: 'Erase my data' }).click()
  await expect(page.getByRole('heading', { name: 'Your data has been erased' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your data has been erased' })).toBeVisible()
  expect(await page.content()).not.toContain('bob@example.com')

  await host.goto('/bookings?booking_status=canceled')
  await expect(cards(host)).toHaveCount(1)
  await expect(cards(host)).toContainText('Erased')
  await opener(cards(host)).click()
  const details = host.getByRole('region', { name: 'Booking details' })
  await expect(details).toContainText('Erased by the invitee on')
  await expect(details).toContainText('Personal data erased by the invitee')
  await expect(host.getByText('bob@example.com')).toHaveCount(0)
})
