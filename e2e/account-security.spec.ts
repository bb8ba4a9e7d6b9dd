import { call, ok, signIn } from '../testing/server/api.ts'
import { broken } from './support/bookings.ts'
import { allow, expect, openGoogle, stored, test } from './support/support.ts'

test('a host sees their devices and activity, and signs out other devices', async ({ visitor, server }) => {
  visitor.expected.push('403', '500')
  const email = `secure.${Date.now()}@example.com`
  const signInElsewhere = async () => (await signIn(server.origin, email, { name: 'Maya' })).sessionToken
  const forgotten = await signInElsewhere()
  const page = await visitor.open()
  await page.goto('/signin')
  await allow(await openGoogle(page), email)
  // What is loaded before may move the link.
  for (const text of ['No events found.', 'No recent bookings'])
    await expect(page.getByText(text)).toBeVisible()
  const token = (await stored(page))['sessionToken']!
  for (const title of Array.from({ length: 10 }, (_, index) => `Event ${index}`)) {
    const { id } = await ok(server.origin, 'createEvent', { token, body: { title } })
    await ok(server.origin, 'deleteEvent', { token, params: { id } })
  }
  await page.getByRole('link', { name: 'Account Settings' }).click()

  const devices = page.getByRole('group', { name: 'Where you’re signed in' })
  const rows = devices.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Chrome|Headless/)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.last()).toContainText('Unknown device')
  await expect(rows.last()).toContainText('last used')

  const activity = page.getByRole('group', { name: 'Activity' })
  const steps = activity.getByRole('listitem')
  await expect(steps).toHaveCount(10)
  await expect(steps.first()).toContainText('Deleted the event “Event 9”')
  await activity.getByRole('button', { name: 'Show more' }).click()
  await expect(steps).toHaveCount(12)
  await expect(steps.nth(10)).toBeFocused()
  await expect(steps.nth(10)).toContainText(/You signed in with /)
  await expect(steps.last()).toContainText('You signed in on an unknown device')
  await expect(activity.getByRole('button')).toHaveCount(0)

  await devices.getByRole('button', { name: 'Sign out Unknown device' }).click()
  await expect(rows).toHaveCount(1)
  await expect(devices.getByRole('list')).toBeFocused()
  await expect(steps.first()).toContainText('Signed out an unknown device')
  expect((await call(server.origin, 'getUser', { token: forgotten })).status).toBe(403)

  await signInElsewhere()
  await page.reload()
  await expect(rows).toHaveCount(2)
  const endOthers = devices.getByRole('button', { name: 'Sign out all others' })
  await page.route('**/account/sessions', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(broken) : route.fallback(),
  )
  await endOthers.click()
  await expect(page.getByText('Failed to sign out the other devices.')).toBeVisible()
  await expect(endOthers).toBeFocused()
  await page.unroute('**/account/sessions')
  await endOthers.click()
  await expect(page.getByText('Signed out 1 other device').first()).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(devices.getByRole('list')).toBeFocused()
  await expect(devices.getByRole('button')).toHaveCount(0)
})
