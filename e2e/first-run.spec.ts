import { ok } from '../testing/server/api.ts'
import { dayAhead } from './support/events.ts'
import { allow, expect, expectAccessible, expectFits, openGoogle, test } from './support/support.ts'

test('a new host copies a link that works with three clicks of ours', async ({ visitor, server }) => {
  const page = await visitor.open({
    timezoneId: 'Asia/Tokyo',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click()
  const popup = await openGoogle(page)
  await allow(popup, `first.${Date.now()}@example.com`)
  const card = page.getByRole('group', { name: 'Your link is ready' })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await card.getByRole('button', { name: 'Copy link' }).click()
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link.startsWith(`${server.origin}/book/event_`)).toBe(true)

  await card.getByRole('link', { name: 'Change hours' }).click()
  await expect(page.getByLabel('Event title')).toHaveValue('30-minute meeting')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')

  const bookingUrlId = new URL(link).pathname.split('/').at(-1)!
  const { id } = await ok(server.origin, 'getPublicEvent', { params: { bookingUrlId } })
  const [slot] = await ok(server.origin, 'listSlots', {
    params: { id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(9), timezone: 'UTC' },
  })
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId },
    body: { fullName: 'Yuki Tanaka', email: 'yuki@example.com', startUTC: slot!.startUtc },
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('group', { name: 'Next Meeting' })).toContainText('Yuki Tanaka')
  await expect(card).toBeHidden()
})
