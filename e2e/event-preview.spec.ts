import { ok } from '../testing/server/api.ts'
import { watchLayout } from './support/layout-shift.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('beside the form, a host sees the page that invitees will get, enlarged on request', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro', timezone: 'UTC' } })
  await page.goto(`/events/edit/${id}`)
  const preview = page.getByRole('group', { name: 'Preview', exact: true })
  const inPage = preview.frameLocator('iframe')
  await expect(inPage.getByText('30 minutes')).toBeAttached()
  await expect(preview.getByRole('listitem')).toHaveCount(3)
  const duration = page.getByLabel('Duration')

  await test.step('what is typed', async () => {
    await page.getByLabel('Event title').fill('Tea & talk <i>')
    await page.getByLabel('Description').fill('See https://example.com/menu')
    await duration.fill('45')
    await expect(inPage.getByText('Tea & talk <i>')).toBeAttached()
    await expect(inPage.getByText('45 minutes')).toBeAttached()
    await expect(inPage.getByText('https://example.com/menu')).toBeAttached()
    await duration.fill('')
    await expect(preview.getByText('Fix the marked fields to update the preview.')).toBeVisible()
    await expect(inPage.getByText('45 minutes')).toBeAttached()
    await duration.fill('60')
    await expect(inPage.getByText('60 minutes')).toBeAttached()
    await expect(preview.getByText('Fix the marked fields')).toBeHidden()
  })

  await test.step('on a phone or a desktop, and in any zone', async () => {
    await page.getByRole('button', { name: 'Enlarge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    const shown = dialog.frameLocator('iframe')
    const widthOf = () => shown.locator('html').evaluate(({ clientWidth }) => clientWidth)
    await expect(shown.getByRole('heading', { name: 'Tea & talk <i>' })).toBeAttached()
    expect(await widthOf()).toBe(1080)
    await dialog.getByLabel('Time zone of the invitee').selectOption('Asia/Tokyo')
    await expect(shown.locator('.zone button')).toContainText('Asia/Tokyo')
    await dialog.getByText('Phone', { exact: true }).click()
    await expect.poll(widthOf).toBe(390)
    await expectAccessible(page)
    await expectFits(page, 360)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Enlarge' })).toBeFocused()
    await expectFits(page, 360)
  })

  // Nobody can book a paused event.
  await page.getByRole('switch', { name: 'Active' }).click()
  await expect(inPage.getByText('Booking Not Available for This Event')).toBeAttached()
  await expect(preview.getByText('None in the next three months.')).toBeVisible()
})

test('the preview moves nothing below it when it arrives', async ({ visitor }) => {
  const { page } = await visitor.openAsHost({ viewport: { width: 360, height: 4500 } })
  const arrival = Promise.withResolvers<void>()
  await page.route('**/boomEvents/preview', async (route) => {
    await arrival.promise
    await route.continue()
  })
  // The script that watches is refused in the preview, as all are.
  visitor.expected.push('Blocked script execution')
  const shifted = await watchLayout(page)
  await page.goto('/events/create')
  await expect(page.getByLabel('Calendar', { exact: true })).toBeEnabled()
  arrival.resolve()
  const preview = page.getByRole('group', { name: 'Preview', exact: true })
  await expect(preview.frameLocator('iframe').getByText('Untitled event')).toBeAttached()
  await expect(preview.getByRole('listitem')).toHaveCount(3)
  expect(await shifted()).toBeLessThan(0.0001)
})
