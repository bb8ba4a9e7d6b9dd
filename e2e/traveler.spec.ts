import { expect, test } from './support/support.ts'

test('the app follows a device whose time zone changes while it is open', async ({ visitor }) => {
  // A zone that the context has can’t be changed.
  const { page } = await visitor.openAsHost({ timezoneId: undefined })
  const browser = await page.context().newCDPSession(page)
  const travelTo = (timezoneId: string) => browser.send('Emulation.setTimezoneOverride', { timezoneId })
  await travelTo('America/New_York')
  await page.clock.install()
  await page.goto('/calendar')
  await expect(page.getByText('America/New York (GMT')).toBeVisible()
  await travelTo('Asia/Tokyo')
  await page.clock.runFor(10_000)
  await expect(page.getByText('Asia/Tokyo (GMT+9)')).toBeVisible()
})
