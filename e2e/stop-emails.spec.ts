import { caughtMail, ok } from '../testing/server/api.ts'
import { makeBooking } from './support/booked.ts'
import { expect, expectAccessible, expectFits, holdScripts, tabTo, test } from './support/support.ts'

test('a guest stops the emails of a host from the link in one of them, without script, and allows them again', async ({
  visitor,
  server,
}) => {
  const { id, email } = await makeBooking(server.origin, { meetVia: 'phone' })
  const guest = `guest.${email}`
  await ok(server.origin, 'inviteUsers', { params: { id }, body: { emails: [guest] } })
  await expect.poll(async () => (await caughtMail(server.origin, guest)).length).toBe(1)
  const url = /Stop these emails: (\S+)/.exec((await caughtMail(server.origin, guest))[0]!.text)![1]!

  const page = await visitor.open({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop emails' }).click()
  await expect(page.getByRole('heading', { name: 'Emails stopped' })).toBeVisible()

  const scripted = await visitor.open({ viewport: { width: 360, height: 740 } })
  await scripted.goto(url)
  await expect(scripted).toHaveTitle(/^Emails about bookings/)
  await expect(scripted.getByRole('status')).toContainText(
    `any more emails about bookings with Maya Lindqvist`,
  )
  await expectFits(scripted, 360)
  await expectAccessible(scripted)
  await tabTo(scripted, scripted.getByRole('button', { name: 'Allow these emails again' }))
  await scripted.keyboard.press('Enter')
  await expect(scripted.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
  await expectAccessible(scripted)

  // The form works while its page's script is still being loaded.
  const release = await holdScripts(scripted)
  await scripted.goto(url, { waitUntil: 'commit' })
  await scripted.getByRole('button', { name: 'Stop emails' }).click()
  await expect(scripted.getByRole('heading', { name: 'Emails stopped' })).toBeVisible()
  release()
})
