import { ok } from '../testing/server/api.ts'
import { watchLayout } from './support/layout-shift.ts'
import { expect, test } from './support/support.ts'

const lists = /\/api\/webapp\/(meta|calendars\/connections|labels|account\/(sessions|tokens|activity))/

test('what settings list moves nothing when it arrives', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 360, height: 4500 } })
  for (const name of ['Consultation', 'Onboarding', 'Interview'])
    await ok(server.origin, 'createLabel', { token, body: { name, color: 'red' } })
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(lists, async (route) => {
    await asked
    await route.continue()
  })
  const shifted = await watchLayout(page)
  await page.goto('/settings')
  await expect(page.getByLabel('Default duration')).toBeVisible()
  answer()
  await expect(page.getByRole('list', { name: 'Activity' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Calendar accounts' }).getByRole('switch')).toHaveCount(2)
  await expect(page.getByText('Onboarding')).toBeVisible()
  await expect(page.getByText('No browser is connected.')).toBeVisible()
  await expect(page.getByText(/^Time zone data: /)).toBeVisible()
  expect(await shifted()).toBeLessThan(0.0001)
})
