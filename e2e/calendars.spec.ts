import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { dayAhead } from './support/events.ts'
import { allow, expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const section = (page: Page) => page.getByRole('group', { name: 'Calendars', exact: true })
const dryRun = (page: Page) => page.getByRole('dialog', { name: /^What this account (would block|blocks)$/ })
const add = (page: Page) => section(page).getByRole('button', { name: 'Add calendar account' })
const say = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Chooses from the menu what to connect. */
async function choose(page: Page, kind: string) {
  await add(page).click()
  await page.getByRole('menuitem', { name: kind }).click()
}

/** Opens the actions of an account and chooses one, by keyboard. */
async function act(page: Page, account: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${account}`, exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

async function openGoogle(page: Page): Promise<Page> {
  const popupOpens = page.waitForEvent('popup')
  await choose(page, 'Google')
  const popup = await popupOpens
  await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible()
  return popup
}

test('another Google account is connected, previewed, checked, chosen by an event and disconnected', async ({
  visitor,
  server,
}) => {
  const { page, token, email } = await visitor.openAsHost({ timezoneId: 'America/New_York' })
  const other = `private.${email}`
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
  // In the week after the one that starts today.
  const day = dayAhead(10)
  const entry = {
    email: other,
    calendar: other,
    title: 'Dentist',
    start: `${day}T10:00`,
    end: `${day}T11:00`,
  }
  const isChecked = async () => {
    const accounts = await ok(server.origin, 'listConnections', { token })
    return accounts.find(({ name }) => name === other)!.calendars.find(({ name }) => name === other)!
      .isChecked
  }

  await page.goto('/settings#calendars')
  await expect(section(page).getByRole('heading', { name: email })).toBeInViewport()
  await expect(section(page)).toContainText('Google · You sign in with this account')
  await expect(section(page)).toContainText('1 event adds bookings here')
  await tabTo(page, add(page))
  await page.keyboard.press('Enter')
  const popupOpens = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const popup = await popupOpens
  await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible()
  await allow(popup, other)

  // Nothing of it counts yet. Its week is shown first.
  await expect(dryRun(page)).toContainText(`${other} is connected. Nothing in it counts yet.`)
  const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams(entry) } as const
  expect((await fetch(`${server.origin}/sandbox/google/ui?email=${other}`, form)).status).toBe(303)
  await dryRun(page).getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(dryRun(page)).toBeHidden()
  await expect(section(page)).toContainText('Not checked yet')
  expect(await isChecked()).toBe(false)
  await expect(add(page)).toBeFocused()
  await section(page)
    .getByRole('button', { name: `Review ${other}` })
    .press('Enter')
  await expect(dryRun(page).getByRole('checkbox', { name: other })).toBeChecked()
  await expect(dryRun(page).getByRole('checkbox', { name: 'Family' })).not.toBeChecked()
  await dryRun(page).getByRole('button', { name: 'Next week' }).press('Enter')
  await expect(dryRun(page).getByText('Dentist')).toBeVisible()
  await expect(dryRun(page).getByRole('listitem').filter({ hasText: 'Dentist' })).toContainText(
    '10:00 – 11:00 AM',
  )
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dryRun(page).getByRole('button', { name: 'Check these calendars' }).press('Enter')
  await expect(dryRun(page)).toBeHidden()

  const check = section(page).getByRole('switch', { name: `Check “${other}” for conflicts` })
  await expect(check).toBeChecked()
  await expect.poll(isChecked).toBe(true)
  await check.press('Space')
  await say(page, 'Saved')
  await expect.poll(isChecked).toBe(false)

  // A change that the server refuses is taken back, with the reason.
  const refusal = { success: false, code: 'calendar_unreachable', error: 'We can’t read this calendar.' }
  await page.route('**/check', (route) => route.fulfill({ status: 503, json: refusal }), { times: 1 })
  visitor.expected.push('Failed to load resource')
  await check.press('Space')
  await say(page, 'We can’t read this calendar.')
  await expect(check).not.toBeChecked()

  // The event writes to it, and checks a choice of its own.
  await page.goto(`/events/edit/${event.id}`)
  const details = page.getByRole('group', { name: 'Event Details' })
  await expect(details.getByLabel('Also checks').getByRole('option')).toHaveText([
    'Your usual calendars (1)',
    'Choose calendars',
  ])
  await details.getByLabel('Calendar', { exact: true }).selectOption(other)
  await details.getByLabel('Also checks').selectOption('Choose calendars')
  const choices = details.getByRole('group', { name: 'Calendars to check' })
  await expect(choices.getByRole('checkbox', { name: new RegExp(`^${other}`) })).toBeDisabled()
  await expect(choices.getByRole('checkbox', { name: new RegExp(`^${other}`) })).toBeChecked()
  await choices
    .getByRole('group', { name: email, exact: true })
    .getByRole('checkbox', { name: 'Family' })
    .press('Space')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page).toHaveURL(/\/events$/)
  const saved = await ok(server.origin, 'getEvent', { token, params: { id: event.id } })
  expect(saved.calendarId).toContain(other)
  expect(saved.checkedCalendars).toHaveLength(2)

  // Disconnecting asks for a calendar in its place.
  await page.goto('/settings#calendars')
  await act(page, other, 'Disconnect')
  const question = page.getByRole('alertdialog', { name: 'Disconnect this account?' })
  await question.getByRole('button', { name: 'Keep account' }).press('Enter')
  await expect(page.getByRole('button', { name: `Actions for ${other}` })).toBeFocused()
  await act(page, other, 'Disconnect')
  await expect(question).toContainText('“Talk” adds its bookings here.')
  await question.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(question.getByText('Choose a calendar', { exact: true }).last()).toBeVisible()
  await expectAccessible(page)
  await question.getByLabel('Use this calendar instead').selectOption({ label: email })
  await question.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await say(page, 'Calendar account disconnected')
  await expect(section(page).getByRole('heading', { name: other })).toBeHidden()
  expect(await ok(server.origin, 'getEvent', { token, params: { id: event.id } })).toMatchObject({
    calendarId: email,
  })
})

test('CalDAV servers and calendar addresses say what is wrong at the right field, and Google’s window can be closed, refused or blocked', async ({
  visitor,
  server,
}) => {
  const feed = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Team//EN',
    'X-WR-CALNAME:Team',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const answers: Record<string, [number, string, string]> = {
    '/team.ics': [200, 'text/calendar', feed],
    '/page': [200, 'text/html', '<p>Hello</p>'],
  }
  const calendars = http.createServer(({ url = '' }, response) => {
    const [status, type, body] = answers[url] ?? [401, 'text/plain', 'Who are you?']
    response
      .writeHead(status, { 'content-type': type, 'www-authenticate': 'Basic realm="calendars"' })
      .end(body)
  })
  await new Promise<void>((resolve) => calendars.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(calendars.address() as AddressInfo).port}`
  const { page, token, email } = await visitor.openAsHost()
  visitor.expected.push('Failed to load resource')
  await page.goto('/settings#calendars')

  await choose(page, 'iCloud')
  const icloud = page.getByRole('dialog', { name: 'Connect iCloud' })
  await expect(icloud.getByLabel('Server')).toHaveValue('https://caldav.icloud.com')
  await expect(icloud.getByLabel('Apple Account email')).toBeFocused()
  await expect(icloud.getByRole('link', { name: 'Create an app password' })).toHaveAttribute(
    'href',
    'https://account.apple.com/account/manage',
  )
  await page.keyboard.press('Escape')
  await expect(icloud).toBeHidden()

  await choose(page, 'Another CalDAV server')
  const form = page.getByRole('dialog', { name: 'Connect a CalDAV server' })
  await form.getByLabel('Server').press('Enter')
  await expect(form.getByText('Enter the server’s address')).toBeVisible()
  await expect(form.getByText('Enter the username')).toBeVisible()
  await expect(form.getByLabel('Server')).toBeFocused()
  await form.getByLabel('Server').fill(origin)
  await form.getByLabel('Username').fill('ada')
  await form.getByLabel('App password').fill('secret-1234')
  await expectAccessible(page)
  await form.getByLabel('App password').press('Enter')
  await expect(form.getByLabel('App password')).toHaveAccessibleDescription(
    /^The server refused the username or password\./,
  )
  await expect(form.getByLabel('App password')).toBeFocused()
  await expect(form.getByLabel('Server')).toHaveValue(origin)
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(kept).not.toContain('secret-1234')
  await page.keyboard.press('Escape')
  await expect(form.getByText('Discard your changes?')).toBeVisible()
  await form.getByRole('button', { name: 'Discard' }).press('Enter')

  await choose(page, 'Calendar address (.ics)')
  const address = page.getByRole('dialog', { name: 'Add a calendar address' })
  await expect(address.getByLabel('Address')).toBeFocused()
  await address.getByLabel('Address').fill(`${origin}/page`)
  await page.keyboard.press('Enter')
  await expect(address.getByLabel('Address')).toHaveAccessibleDescription(
    /^This address doesn’t lead to a calendar file\./,
  )
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await address.getByLabel('Address').fill(`${origin}/team.ics`)
  await page.keyboard.press('Enter')
  await expect(dryRun(page)).toContainText('Nothing this week')
  await dryRun(page).getByRole('button', { name: 'Check this calendar' }).press('Enter')
  await expect(dryRun(page)).toBeHidden()
  await expect(section(page)).toContainText('Calendar address · 127.0.0.1 · Read every 5 minutes')
  await act(page, 'Team', 'Change name or address')
  const change = page.getByRole('dialog', { name: 'Change name or address' })
  await change.getByLabel('Name').fill('The team')
  await page.keyboard.press('Enter')
  await expect(section(page).getByRole('heading', { name: 'The team' })).toBeVisible()
  await expect(change).toBeHidden()
  answers['/team.ics'] = [404, 'text/plain', 'Gone']
  await act(page, 'The team', 'Check now')
  await say(page, 'Some calendars can’t be read right now')
  await expect(section(page)).toContainText('There is no calendar at this address.')
  calendars.close()

  // One that another tab disconnects is simply gone.
  await act(page, 'The team', 'Disconnect')
  const question = page.getByRole('alertdialog', { name: 'Disconnect this account?' })
  await expect(question).toBeVisible()
  // A page that reloads its accounts before the click notices it first.
  const clicked = Promise.withResolvers<void>()
  await page.route('**/calendars/connections', async (route) => {
    await clicked.promise
    await route.continue()
  })
  const accounts = await ok(server.origin, 'listConnections', { token })
  const { id } = accounts.find(({ name }) => name === 'The team')!
  await ok(server.origin, 'disconnectCalendars', { token, params: { id } })
  await question.getByRole('button', { name: 'Disconnect' }).click()
  clicked.resolve()
  await expect(question).toBeHidden()
  await say(page, 'Calendar account disconnected')
  await expect(section(page).getByRole('heading', { name: 'The team' })).toBeHidden()

  const refused = await openGoogle(page)
  await refused.getByRole('button', { name: 'Deny' }).click()
  await say(page, 'You didn’t allow access on Google’s page, so nothing was connected.')
  await expect.poll(() => refused.isClosed()).toBe(true)
  const closed = await openGoogle(page)
  await closed.close()
  await say(page, 'Google’s window was closed, so nothing was connected.')
  await page.evaluate(() => {
    window.open = () => null
  })
  await choose(page, 'Google')
  await say(page, 'Your browser blocked Google’s window. Allow popups for this site, then try again.')
  await page.getByRole('button', { name: 'Continue without a popup' }).click()
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
  await allow(page, `blocked.${email}`)
  await expect(page).toHaveURL(/\/settings#calendars$/)
  await expect(section(page).getByRole('button', { name: `Review blocked.${email}` })).toBeVisible()
})
