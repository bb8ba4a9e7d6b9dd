import { caughtMail, ok } from '../testing/server/api.ts'
import { makeBooking } from './support/booked.ts'
import { expect, expectAccessible, expectFits, holdScripts, tabTo, test } from './support/support.ts'

test('a guest stops the emails of a host from the link in one of them, before its script runs, and allows them again', async ({
  visitor,
  server,
}) => {
  const { id, email } = await makeBooking(server.origin, { meetVia: 'phone' })
  const guest = `guest.${email}`
  await ok(server.origin, 'inviteUsers', { params: { id }, body: { emails: [guest] } })
  await expect.poll(async () => (await caughtMail(server.origin, guest)).length).toBe(1)
  const url = /Stop these emails: (\S+)/.exec((await caughtMail(server.origin, guest))[0]!.text)![1]!

  const page = await visitor.open({ viewport: { width: 360, height: 740 } })
  // The form works while its page's script is still being loaded.
  const release = await holdScripts(page)
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await expect(page.getByRole('heading', { name: 'Emails stopped' })).toBeVisible()
  release()

  await page.goto(url)
  await expect(page).toHaveTitle(/^Emails about bookings/)
  await expect(page.getByRole('status')).toContainText(`any more emails about bookings with Maya Lindqvist`)
  await expectFits(page, 360)
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Allow these emails again' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
})
