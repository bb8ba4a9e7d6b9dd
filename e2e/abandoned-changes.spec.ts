import { ok } from '../testing/server/api.ts'
import { makeBooking, quickAction, withoutVideo } from './support/booked.ts'
import { expect, test } from './support/support.ts'

test('changes that were given up, or that somebody else made, don’t come back', async ({
  visitor,
  server,
}) => {
  const { id, address, token, email } = await makeBooking(server.origin, withoutVideo)
  const read = async () => (await ok(server.origin, 'getBooking', { params: { id } })).bookingData
  const { startUtc } = await read()
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  const name = page.getByLabel('Full Name')
  const typedEmail = page.getByLabel('Email Address')
  const chosen = page.locator('.slot[aria-pressed=true] time')
  const open = async () => {
    await page.goto(address)
    await quickAction(page, 'Edit Booking').click()
    await expect(chosen).toHaveCount(1)
  }
  await open()
  await name.fill('Robert Marsh')
  await page.locator('.slot[aria-pressed=false]').first().click()
  await page.getByRole('link', { name: 'Keep it as it is' }).click()
  await open()
  await expect(name).toHaveValue('Bob Marsh')
  await expect(chosen).toHaveAttribute('datetime', startUtc)

  // What is typed stays, but only that.
  await name.fill('Bobby')
  await ok(server.origin, 'updateBooking', {
    token,
    params: { id },
    body: { fullName: 'Robert', email: `new.${email}`, startUTC: startUtc },
  })
  await open()
  await expect(name).toHaveValue('Bobby')
  await expect(typedEmail).toHaveValue(`new.${email}`)
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  expect(await read()).toMatchObject({ fullName: 'Bobby', startUtc })

  // Also if the page was open in another tab all along.
  await open()
  await name.fill('Rob')
  // From then on, its script listens.
  await page.waitForFunction((of) => sessionStorage.getItem(`bookingDraft:${of}`)?.includes('"Rob"'), id)
  const changed = { fullName: 'Bert', email: `newer.${email}`, startUTC: startUtc }
  await ok(server.origin, 'updateBooking', { token, params: { id }, body: changed })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(typedEmail).toHaveValue(changed.email)
  await expect(name).toHaveValue('Rob')
  // And if it is open on another device, so that nothing says when to look.
  const latest = { ...changed, fullName: 'Bertie', email: `latest.${email}` }
  await ok(server.origin, 'updateBooking', { token, params: { id }, body: latest })
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  expect(await read()).toMatchObject({ fullName: 'Rob', email: latest.email, startUtc })
})
