import type { Locator } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { holdRequest } from './support/hold-request.ts'
import { watchLayout } from './support/layout-shift.ts'
import { expect, test } from './support/support.ts'

const lists = /\/api\/webapp\/(meta|calendars\/connections|labels|account\/(sessions|tokens|activity))/

test('what settings list moves nothing when it arrives, and is not waited for forever', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 360, height: 4500 } })
  for (const name of ['Consultation', 'Onboarding', 'Interview'])
    await ok(server.origin, 'createLabel', { token, body: { name, color: 'red' } })
  const answer = await holdRequest(page, lists, 'GET')
  const shifted = await watchLayout(page)
  // However slow the machine is, little time passes.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const expectSoon = (locator: Locator) =>
    expect
      .poll(async () => {
        await page.clock.runFor(50)
        return locator.isVisible()
      })
      .toBe(true)
  await page.goto('/settings')
  await expectSoon(page.getByLabel('Default duration'))
  answer()
  await expectSoon(page.getByRole('list', { name: 'Activity' }))
  await expectSoon(page.getByText(/^Time zone data: /))
  await expect(page.getByRole('list', { name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Calendar accounts' }).getByRole('switch')).toHaveCount(2)
  await expect(page.getByText('Onboarding')).toBeVisible()
  await expect(page.getByText('No browser is connected.')).toBeVisible()
  expect(await shifted()).toBeLessThan(0.0001)

  await holdRequest(page, '**/calendars/connections', 'GET')
  await page.reload()
  await expectSoon(page.getByLabel('Default duration'))
  const last = page.getByRole('button', { name: 'Delete Account' })
  await expect(last).toBeHidden()
  await page.clock.runFor(5_000)
  await expect(last).toBeVisible()
})

test('a link to the calendars leaves the focus to a host who is already filling in the form', async ({
  visitor,
}) => {
  const { page } = await visitor.openAsHost()
  const answer = await holdRequest(page, lists, 'GET')
  await page.goto('/settings#calendars')
  const duration = page.getByLabel('Default duration')
  await duration.focus()
  answer()
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
  await expect(duration).toBeFocused()
  await page.reload()
  await expect(page.locator('#calendars')).toBeFocused()
})
