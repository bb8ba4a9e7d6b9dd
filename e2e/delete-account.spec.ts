import { strFromU8, unzipSync } from 'fflate'
import fs from 'node:fs'
import { ok } from '../testing/server/api.ts'
import { expectLocked, holdRequest } from './support/hold-request.ts'
import { allow, expect, expectAccessible, expectFits, openGoogle, stored, test } from './support/support.ts'

test('a host shows a photo, discards a form, exports everything, deletes the account and comes back', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_')
  const { page, token: firstToken, email } = await visitor.openAsHost({ timezoneId: 'America/New_York' })
  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Your photo on booking pages' }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect((await ok(server.origin, 'getSettings', { token: firstToken })).show_photo).toBe(true)

  await test.step('going on with a form that was about to be discarded doesn’t submit it', async () => {
    let attempts = 0
    await page.route('**/calendars/connections', async (route) => {
      if (route.request().method() === 'POST') attempts++
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Add calendar account' }).click()
    await page.getByRole('menuitem', { name: 'Another CalDAV server' }).click()
    const form = page.getByRole('dialog', { name: 'Connect a CalDAV server' })
    await form.getByLabel('App password').fill('half a pass')
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Keep editing' }).click()
    await expect(form.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    await expect(form.getByLabel('App password')).toBeFocused()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
    expect(attempts).toBe(0)
  })

  const downloads = page.waitForEvent('download')
  await page.clock.setFixedTime('2027-12-31T22:00:00-05:00')
  await page.getByRole('button', { name: 'Export everything' }).click()
  const download = await downloads
  expect(download.suggestedFilename()).toBe('boomtime-2027-12-31.zip')
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
  const answer = await holdRequest(page, '**/api/webapp/account', 'DELETE')
  await confirmation.press('Enter')
  await expectLocked(dialog.getByRole('button', { name: 'Keep account' }))
  answer()
  await expect(page.getByText('If your account was deleted, you’ll get an email.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep account' })).toBeEnabled()
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
