import { MINUTE } from '../availability/units.ts'
import { ok } from '../testing/server/api.ts'
import { book, broken } from './support/bookings.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('the dashboard shows the next meeting, joins it and opens its details', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  visitor.expected.push('Failed to load resource')
  await page.route('**/dashboard?*', (route) => route.fulfill(broken))
  await page.goto('/dashboard')
  const next = page.getByRole('group', { name: 'Next Meeting' })
  await expect(next).toContainText('We couldn’t load your meetings')
  await page.unrouteAll({ behavior: 'wait' })
  await next.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No recent bookings')).toBeVisible()
  await expect(next).toContainText('No upcoming meetings')

  await ok(server.origin, 'createEvent', { token, body: { title: 'Old' } })
  const { bookings } = await book(server.origin, token, { title: 'Intro call' }, 'Yuki Tanaka', 'Bob Marsh')
  await page.route('**/dashboard?*', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: { upcomingBookings: object[] } }
    const startUtc = new Date(Date.now() + 14 * MINUTE).toISOString()
    const endUtc = new Date(Date.now() + 44 * MINUTE).toISOString()
    json.data.upcomingBookings = json.data.upcomingBookings.map((one) => ({ ...one, startUtc, endUtc }))
    await route.fulfill({ response: answer, json })
  })
  await page.reload()
  await expect(next).toContainText('Intro call with Yuki Tanaka')
  await page.getByRole('button', { name: 'Delete Old' }).press('Enter')
  await expect(page.getByRole('article', { name: 'Old' })).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  await expect(next.getByRole('timer')).toHaveText(/^Starts in \d+ minutes$/)
  await expect(
    next.getByRole('link', { name: 'Join Intro call, Yuki Tanaka (opens in a new tab)' }),
  ).toHaveAttribute('href', /^https:/)
  await expect(page.getByRole('group', { name: /^Later Today/ })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await next.getByRole('link', { name: 'Details' }).press('Enter')
  const details = page.getByRole('region', { name: 'Booking details' })
  await expect(details.getByText(bookings[0]!)).toBeVisible()
})

for (const [name, titles, viewport] of [
  ['without meetings', [], { width: 360, height: 800 }],
  ['with a meeting', ['Intro call'], { width: 1280, height: 800 }],
] as const) {
  test(`${name}, nothing moves once that is known`, async ({ visitor, server }) => {
    const { page, token } = await visitor.openAsHost({ viewport })
    for (const title of titles) await book(server.origin, token, { title }, 'Yuki Tanaka')
    const release = await holdRequest(page, '**/dashboard?*', 'GET')
    await page.goto('/dashboard')
    await expect(
      page.getByRole('group', { name: 'Your Events' }).getByText(/No events found|Intro call/),
    ).toBeVisible()
    const figures = page.getByText('Total Events')
    const before = await figures.boundingBox()
    release()
    await expect(page.getByText(/No upcoming meetings|Intro call with Yuki Tanaka/)).toBeVisible()
    expect(await figures.boundingBox()).toEqual(before)
  })
}
