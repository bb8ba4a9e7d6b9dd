import { googleFault, googleLog } from '../testing/server/api.ts'
import { makeEvent } from './support/events.ts'
import { allow, expect, expectAccessible, expectFits, openGoogle, test } from './support/support.ts'

const CHECK = 'Check against my calendar'
const NEW_YORK = 'America/New_York'

test('invitees check times against their own calendar', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, { duration: 60, timezone: NEW_YORK })
  const page = await visitor.open({ timezoneId: NEW_YORK })
  // Another origin than the sandbox Google's, as in production.
  await page.goto(`${server.origin.replace('localhost', '127.0.0.1')}/book/${event.bookingUrlId}`)
  const slots = page.locator('.slot')
  await expect(slots.first()).toHaveText('9:00 AM')
  const names = await slots.allTextContents()
  const startUtc = (await slots.nth(1).locator('time').getAttribute('datetime'))!
  const day = startUtc.slice(0, 10)
  const email = `invitee.${Date.now()}@example.com`
  const addEntry = async (from: string, to: string) => {
    const entry = { title: 'Dentist', start: `${day}T${from}`, end: `${day}T${to}` }
    const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams(entry) } as const
    expect((await fetch(`${server.origin}/sandbox/google/ui?email=${email}`, form)).status).toBe(303)
  }
  await addEntry('10:00', '11:00')
  const check = page.getByRole('button', { name: CHECK })
  const stop = page.getByRole('button', { name: 'Stop checking' })
  const status = page.locator('.calendar-check [role="status"]')
  const calls = async (method: string) =>
    (await googleLog(server.origin)).filter((call) => call.method === method && call.email === email)
  const reads = () => calls('freebusy.query')
  const revocations = () => calls('revoke')
  const dayButton = page.locator('.day[aria-pressed="true"]')

  await test.step('nothing happens without their permission', async () => {
    await page.route('**/check-calendar*', (route) => route.abort())
    visitor.expected.push('ERR_FAILED')
    await check.click()
    await expect(status).toHaveText(
      'We couldn’t check your calendar. Check your connection and try again, or reload the page.',
    )
    await page.unroute('**/check-calendar*')
    await page.reload()
    const denied = await openGoogle(page, CHECK)
    await expect(status).toContainText('Waiting for Google')
    await denied.getByRole('button', { name: 'Deny' }).click()
    await expect(status).toContainText('You didn’t allow access')
    await (await openGoogle(page, CHECK)).close()
    await expect(status).toContainText('Google’s window was closed')
    const canceled = await openGoogle(page, CHECK)
    await stop.click()
    await expect.poll(() => canceled.isClosed()).toBe(true)
    await expect(status).toBeEmpty()
    await expect(check).toBeFocused()
    await page.evaluate(() => {
      const { open } = window
      window.open = () => {
        window.open = open
        return null
      }
    })
    await check.click()
    await expect(status).toContainText('Your browser blocked Google’s window')
    await expect(slots).toHaveText(names)
  })

  const clashing = page.getByRole('button', { name: /^10:00 AM\s*, you’re busy$/ })
  await test.step('times that clash are named, and come last', async () => {
    const popup = await openGoogle(page, CHECK)
    await expect(popup.getByText('View your availability in your calendars')).toBeVisible()
    await allow(popup, email)
    await expect(status).toHaveText(`Free for both: ${names.length - 1} of ${names.length} times.`)
    await expect.poll(() => popup.isClosed()).toBe(true)
    await expect(page.locator('.slots h3')).toHaveText(['Free for both', 'You’re busy'])
    await expect(page.locator('.slot[data-busy]')).toHaveCount(1)
    await expect(slots.last()).toHaveText('10:00 AM, you’re busy')
    await expect(page.getByRole('button', { name: '11:00 AM', exact: true })).toBeVisible()
    const counts = `${names.length} times available, ${names.length - 1} free for both`
    await expect(dayButton).toHaveAccessibleName(new RegExp(`, ${counts}$`))
    await expect(dayButton).toHaveCSS('border-style', 'none')
    await expectAccessible(page)
    await expectFits(page, 360)
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
    expect(kept).not.toContain('ya29')
  })

  await test.step('they can still be chosen', async () => {
    await clashing.click()
    await expect(clashing).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByLabel('Full Name')).toBeVisible()
  })

  await test.step('each month is read once', async () => {
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect.poll(async () => (await reads()).length).toBe(2)
    await page.getByRole('button', { name: 'Previous month' }).click()
    await expect(clashing).toBeVisible()
    expect(await reads()).toHaveLength(2)
  })

  await test.step('until they stop, or Google does', async () => {
    expect(await revocations()).toEqual([])
    await stop.click()
    await expect(slots).toHaveText(names)
    await expect(status).toBeEmpty()
    await expect(dayButton).toHaveAccessibleName(/ times available$/)
    await expect.poll(revocations).toMatchObject([{ status: 200 }])
    await allow(await openGoogle(page, CHECK), email)
    await expect(clashing).toBeVisible()
    // As if they left and the browser kept the page.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await expect(slots).toHaveText(names)
    await expect(check).toBeVisible()
    await expect.poll(async () => (await revocations()).length).toBe(2)
    await allow(await openGoogle(page, CHECK), email)
    await expect(clashing).toBeVisible()
    await page.route('**/revoke', (route) => route.abort())
    visitor.expected.push('ERR_FAILED')
    await stop.click()
    await expect(slots).toHaveText(names)
    await page.unroute('**/revoke')
    visitor.expected.push('429')
    await googleFault(server.origin, { match: 'freebusy.query', kind: 'status', status: 429, email })
    await allow(await openGoogle(page, CHECK), email)
    await expect(status).toContainText('Google is getting too many requests')
    await expect(slots).toHaveText(names)
    // With the same permission.
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(clashing).toBeVisible()
    await expect(stop).toBeFocused()
    visitor.expected.push('401')
    await googleFault(server.origin, { match: 'freebusy.query', kind: 'status', status: 401, email })
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(status).toContainText('Google’s permission has expired')
    await page.getByRole('button', { name: 'Previous month' }).click()
    await expect(slots).toHaveText(names)
  })

  await test.step('days without a time for both look and sound different, and leaving takes back the permission', async () => {
    await addEntry('08:00', '20:00')
    await allow(await openGoogle(page, CHECK), email)
    await expect(status).toHaveText(`Free for both: 0 of ${names.length} times.`)
    await expect(dayButton).toHaveAccessibleName(/ times available, none free for both$/)
    await expect(dayButton).toHaveCSS('border-style', 'dashed')
    await expectAccessible(page)
    const before = (await revocations()).length
    await page.goto('about:blank')
    await expect.poll(async () => (await revocations()).length).toBe(before + 1)
  })
})
