import { strFromU8, unzipSync } from 'fflate'
import fs from 'node:fs'
import { ok } from '../testing/server/api.ts'
import { allow, expect, expectAccessible, expectFits, openGoogle, stored, test } from './support/support.ts'

test('a host shows a photo, exports everything, deletes the account, and comes back with or without a popup', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_')
  const { page, token: firstToken, email } = await visitor.openAsHost()
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Your photo on booking pages' }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect((await ok(server.origin, 'getSettings', { token: firstToken })).show_photo).toBe(true)
  const downloads = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything' }).click()
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^boomtime-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(fs.readFileSync(await download.path()))
  expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject({ user: { email } })

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('upcoming bookings are canceled')
  const confirmation = dialog.getByLabel('Type DELETE to confirm')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(confirmation).toHaveAccessibleDescription(/Type DELETE to confirm/)
  await expectAccessible(page)
  await expectFits(page, 360)
  await dialog.getByRole('button', { name: 'Keep account' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()

  await page.keyboard.press('Enter')
  await confirmation.fill('DELETE')
  await page.route('**/api/webapp/account', (route) => route.abort())
  await confirmation.press('Enter')
  await expect(page.getByText('If your account was deleted, you’ll get an email.')).toBeVisible()
  await page.unroute('**/api/webapp/account')
  await confirmation.press('Enter')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText('Your account is closed')).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('sessionToken')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/signin$/)
  await allow(await openGoogle(page), email)
  await expect(page.getByText('Your account is open again. Canceled bookings stay canceled.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()

  // Once more, without a popup.
  const token = (await stored(page))['sessionToken']!
  await ok(server.origin, 'deleteAccount', { token, body: { confirmation: 'DELETE' } })
  await page.addInitScript(() => (window.open = () => null))
  visitor.expected.push('403')
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Continue without a popup' }).click()
  await allow(page, email)
  await expect(page.getByText('Your account is open again. Canceled bookings stay canceled.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
})
