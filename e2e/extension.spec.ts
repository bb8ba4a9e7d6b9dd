import type { BrowserContext, Frame, Locator, Page } from '@playwright/test'
import { extensionBrowser } from '../testing/browsers/chromium.ts'
import { addedByHost, SECRET } from '../testing/bookings/private-booking.ts'
import { ok } from '../testing/server/api.ts'
import { opener, card } from './support/bookings.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'
import { connectExtension, loseReplies, openEntry, openPopup, reply } from './support/with-extension.ts'

test.skip(extensionBrowser() === null, 'No Chromium that can load extensions is installed.')

const labelsOf = (of: Frame | Locator) => of.getByRole('list', { name: 'Labels' }).getByRole('listitem')
const choice = (of: Frame | Page, name: string) => of.getByRole('checkbox', { name, exact: true })
const invalid = (page: Page) => page.getByRole('alert')

/** Approves the connection in the tab that `connect` opens. */
async function approve(context: BrowserContext, connect: () => Promise<void>) {
  const opens = context.waitForEvent('page')
  await connect()
  const tab = await opens
  await tab.getByRole('button', { name: 'Connect' }).click()
  await expect(tab.getByRole('heading', { name: 'Extension connected' })).toBeVisible()
}

test('a host fills in a private field and labels a booking in Google Calendar, until they disconnect the extension', async ({
  server,
}) => {
  await using host = await connectExtension(server.origin)
  const { context, token } = host
  const createLabel = (name: string) =>
    ok(server.origin, 'createLabel', { token, body: { name, color: 'teal' } })
  await createLabel('VIP')
  await createLabel('Follow up')

  const entry = await openEntry(host, 'bubble-wrapped-link')
  const panel = entry.panel
  await expect(panel.getByRole('heading', { name: 'Talk' })).toBeVisible()
  await expect(panel.getByText('Confirmed')).toBeVisible()
  await expect(panel.getByText('bob@example.com')).toBeVisible()
  await expect(panel.getByText('Shown answer')).toBeVisible()
  await panel.getByLabel('Hidden score').fill(SECRET)
  await expect(panel.getByText('Saved', { exact: true })).toBeVisible()
  // What is typed there stays there.
  expect(await entry.page.content()).not.toContain(SECRET)

  /** How many labels the server knows of. The panel shows them earlier. */
  const stored = async () => {
    const { bookings } = await ok(server.origin, 'listBookings', { token, query: {} })
    return bookings.flatMap(({ labelIds }) => labelIds).length
  }
  const labels = panel.getByRole('button', { name: 'Labels', exact: true })
  await expect(choice(panel, 'VIP')).toBeHidden()
  await labels.click()
  await choice(panel, 'VIP').check()
  await choice(panel, 'Follow up').check()
  await expect(labelsOf(panel)).toHaveText(['VIP', 'Follow up'])
  await expect.poll(stored).toBe(2)
  const dot = labelsOf(panel).first().locator('.label-dot')
  await expect(dot).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await choice(panel, 'Follow up').uncheck()
  await expect(labelsOf(panel)).toHaveText(['VIP'])
  await expect.poll(stored).toBe(1)
  await reply(panel, 'labelBookings', undefined)
  await choice(panel, 'VIP').click()
  await expect(panel.getByText('We couldn’t change the labels. Try again.')).toBeVisible()
  await expect(choice(panel, 'VIP')).toBeChecked()
  await expect(labelsOf(panel)).toHaveText(['VIP'])
  await choice(panel, 'VIP').press('Escape')
  await expect(choice(panel, 'VIP')).toBeHidden()
  await expect(labels).toBeFocused()
  expect(await entry.page.content()).not.toContain('VIP')

  const app = await context.newPage()
  await app.goto(`${server.origin}/bookings`)
  await expect(labelsOf(card(app, 'Bob'))).toHaveText(['VIP'])
  await opener(card(app, 'Bob')).click()
  const field = app.getByRole('region', { name: 'Booking details' }).getByLabel('Hidden score')
  await expect(field).toHaveValue(SECRET)
  await field.fill('From the bookings screen')
  await expect(app.getByText('Saved', { exact: true })).toBeVisible()
  await entry.page.reload()
  await expect((await entry.reopened()).getByLabel('Hidden score')).toHaveValue('From the bookings screen')
  await expect(labelsOf(await entry.reopened())).toHaveText(['VIP'])

  const [connection] = await ok(server.origin, 'listTokens', { token })
  await ok(server.origin, 'revokeToken', { token, params: { id: connection!.id } })
  await entry.page.reload()
  await expect((await entry.reopened()).getByText('No longer connected')).toBeVisible()
  const popup = await openPopup(host)
  await expect(popup.getByText('No longer connected')).toBeVisible()
  await expect(popup.getByText('Bob')).toBeHidden()

  await approve(context, () => popup.getByRole('button', { name: 'Connect again' }).click())
  await expect(popup.getByText('Bob')).toBeVisible()
})

test('the panel fits its content, saves even if it closes early, and is shown for the host’s own bookings only', async ({
  server,
}) => {
  await using host = await connectExtension(server.origin)
  const { token, id } = host
  const createLabel = (name: string) =>
    ok(server.origin, 'createLabel', { token, body: { name, color: 'teal' } })
  await createLabel('VIP')
  const followUp = await createLabel('Follow up')
  const saved = () => addedByHost(server.origin, token, id)
  const openFitting = async (fixture: string, isScrolling: boolean) => {
    const { page, panel } = await openEntry(host, fixture)
    await page.setViewportSize({ width: 1000, height: 400 })
    await expect(panel.getByText('Shown answer')).toBeVisible()
    const layout = () =>
      panel.getByRole('main').evaluate((main: HTMLElement) => ({
        isScrolling: main.scrollHeight > main.clientHeight,
        isPageScrolling: document.documentElement.scrollHeight > innerHeight,
        isFrameFilled: main.offsetHeight === innerHeight,
      }))
    await expect.poll(layout).toEqual({ isScrolling, isPageScrolling: false, isFrameFilled: true })
    return { page, panel }
  }
  await (await openFitting('event-page', false)).page.close()
  const { page: closing, panel } = await openFitting('bubble-wrapped-link', true)
  await panel.getByRole('button', { name: 'Labels', exact: true }).click()
  await loseReplies(panel, 'labelBookings')
  await loseReplies(panel, 'fillPostBookingFields')
  const field = panel.getByLabel('Hidden score')
  await field.fill('first')
  await expect.poll(saved).toEqual([[], 'first'])
  await choice(panel, 'VIP').check()
  await choice(panel, 'Follow up').check()
  await choice(panel, 'VIP').uncheck()
  await field.fill('last')
  await closing.goto('about:blank')
  await expect.poll(saved).toEqual([[followUp.id], 'last'])

  const panels: boolean[] = []
  host.context.once('page', (page) => {
    page.on('frameattached', () => panels.push(true))
    page.on('framedetached', () => panels.push(false))
  })
  const entry = await openEntry(host, 'bubble-wrapped-link', { link: host.othersLink, hasPanel: false })
  await expect.poll(() => panels).toEqual([true, false])
  await expect(entry.page.locator('#xDetDlgDesc + #xDetDlgCal')).toBeVisible()
  const options = await host.context.newPage()
  await options.goto(host.url('options.html'))
  await options.getByRole('button', { name: 'Disconnect' }).click()
  await expect(options.getByRole('heading', { name: 'Connect your Boomtime' })).toBeFocused()
  await expect(options.getByText('We couldn’t reach')).toBeHidden()
  await options.getByLabel('Address of your Boomtime').fill('http://meet.example.com')
  await options.keyboard.press('Enter')
  await expect(options.getByText('Enter an address such as')).toBeVisible()
  await options.getByLabel('Address of your Boomtime').fill('localhost:9')
  await options.keyboard.press('Enter')
  await expect(invalid(options)).toContainText('We couldn’t find Boomtime at http://localhost:9.')
  await expectAccessible(options)
  await expectFits(options, 360)
  await options.getByLabel('Address of your Boomtime').fill(server.origin)
  await approve(host.context, () => options.keyboard.press('Enter'))
  await expect(options.getByRole('heading', { name: 'Connected' })).toBeVisible()
})

test('the popup lists and finds bookings, copies links and times, and works if Google changes its page', async ({
  server,
}) => {
  await using host = await connectExtension(server.origin)
  const { context, token } = host
  const { id } = await ok(server.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
  await ok(server.origin, 'labelBookings', { token, body: { bookingIds: [host.id], add: [id] } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const popup = await openPopup(host)
  await expect(popup.getByRole('button', { name: /Bob/ })).toBeVisible()
  await expect(popup.getByRole('link', { name: /^Join Bob/ })).toHaveAttribute('href', /^https?:/)
  await expectAccessible(popup)
  await popup.getByLabel('Search bookings').fill('nobody')
  await expect(popup.getByText('No bookings match your search.')).toBeVisible()
  await popup.getByLabel('Search bookings').fill('bob')
  await expect(labelsOf(popup.getByRole('region'))).toHaveText(['VIP'])
  await popup.getByRole('button', { name: /Bob/ }).click()
  await expect(popup.getByText('Shown answer')).toBeVisible()
  await expect(labelsOf(popup.getByRole('main'))).toHaveText(['VIP'])
  await expectAccessible(popup)
  await popup.getByRole('button', { name: 'Back' }).click()
  await expect(popup.getByLabel('Search bookings')).toHaveValue('bob')
  // The row is searched for again.
  await expect(popup.getByLabel('Search bookings')).toBeFocused()
  await popup.getByLabel('Search bookings').fill('')
  await expect(popup.getByText('Canceled')).toBeHidden()
  await popup.getByRole('button', { name: /Bob/ }).click()
  await popup.getByRole('button', { name: 'Back' }).click()
  await expect(popup.getByRole('button', { name: /Bob/ })).toBeFocused()

  await popup.getByRole('radio', { name: 'Booking links' }).check()
  await popup.getByRole('button', { name: 'Copy link of Talk' }).click()
  await expect(popup.getByText('Link copied')).toBeAttached()
  expect(await copied(popup, 'text/plain')).toBe(`${server.origin}/book/${host.event.bookingUrlId}`)
  await popup.getByRole('button', { name: 'Copy times of Talk' }).click()
  const slots = popup.locator('[aria-pressed]')
  await slots.nth(0).click()
  await slots.nth(2).click()
  await expectAccessible(popup)
  await expectFits(popup, 400)
  await popup.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(popup.getByRole('button', { name: 'Copied' })).toBeVisible()
  const text = await copied(popup, 'text/plain')
  expect(text).toMatch(/ or .* \(.*\)\n\n/)
  expect(await copied(popup, 'text/html')).toContain('<a href="')
  const link = text.match(/https?:\S+/g)!.at(-1)!
  const page = await context.newPage()
  await page.goto(link)
  const wanted = new Date(new URL(link).searchParams.get('slot')!).toISOString()
  await expect(page.locator('.slot[aria-pressed="true"] time')).toHaveAttribute('datetime', wanted)

  await openEntry(host, 'bubble-changed', { hasPanel: false })
  await expect(popup.getByText('Google Calendar has changed')).toBeVisible()
  await popup.bringToFront()
  await popup.getByRole('button', { name: 'Back' }).click()
  await expect(popup.getByRole('button', { name: 'Copy times of Talk' })).toBeFocused()
})

test('a host who took back the browser’s permission can give it again', async ({ server }) => {
  await using host = await connectExtension(server.origin)
  const popup = await openPopup(host)
  await expect(popup.getByRole('button', { name: 'Bob' }).first()).toBeVisible()
  // The permission of the test build can't be taken back.
  await host.context.addInitScript(() => {
    const { permissions } = window.chrome
    let isAllowed = false
    permissions.contains = async () => isAllowed
    permissions.request = async () => (isAllowed = true)
    permissions.onAdded.addListener = (listener) => void setInterval(() => isAllowed && listener(), 50)
  })
  const refused = 'Your browser doesn’t let the extension reach'
  await popup.reload()
  await expect(popup.getByText(refused)).toBeVisible()
  await expectAccessible(popup)
  await popup.getByRole('button', { name: 'Allow' }).click()
  const options = host.context.pages().find((page) => page.url().endsWith('/options.html'))!
  await options.reload()
  await expect(options.getByText(refused)).toBeVisible()
  await options.getByRole('button', { name: 'Allow' }).click()
  await expect(options.getByText(refused)).toBeHidden()
  // It is also asked for after the server has rejected the token.
  await options.evaluate(async () => {
    window.chrome.permissions.request = async () => false
    const { local } = window.chrome.storage
    const { connection } = await local.get('connection')
    await local.set({ connection: { ...(connection as object), token: null } })
  })
  await options.getByRole('button', { name: 'Connect again' }).click()
  await expect(options.getByText('Your browser needs your permission')).toBeVisible()
})

test('the panel in Google Calendar leads to the page that asks for the permission', async ({ server }) => {
  await using host = await connectExtension(server.origin)
  const options = host.context.pages().find((page) => page.url().endsWith('/options.html'))!
  await options.close()
  const [background] = host.context.serviceWorkers()
  await background!.evaluate(() => {
    const { permissions } = (globalThis as unknown as Window).chrome
    permissions.contains = async () => false
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  const { panel } = await openEntry(host, 'bubble-wrapped-link')
  await expect(panel.getByText('Your browser doesn’t let the extension reach')).toBeVisible()
  await expect(panel.getByText('We couldn’t load this booking')).toBeHidden()
  const opens = host.context.waitForEvent('page')
  await panel.getByRole('button', { name: 'Allow' }).click()
  await expect(await opens).toHaveURL(/\/options\.html$/)
})

const copied = (page: Page, type: string) =>
  page.evaluate(async (wanted) => {
    const [item] = await navigator.clipboard.read()
    return (await item!.getType(wanted)).text()
  }, type)
