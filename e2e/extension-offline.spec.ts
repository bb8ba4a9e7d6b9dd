import type { Page } from '@playwright/test'
import { HOUR } from '../availability/units.ts'
import { extensionBrowser } from '../testing/browsers/chromium.ts'
import { fillHiddenScore } from '../testing/bookings/private-booking.ts'
import { ok } from '../testing/server/api.ts'
import { expect, expectAccessible, test } from './support/support.ts'
import { connectExtension, openEntry, openPopup, reply } from './support/with-extension.ts'

test.skip(extensionBrowser() === null, 'No Chromium that can load extensions is installed.')

const NOWHERE = 'http://localhost:9'
const notice = 'We can’t reach localhost:9. This may be out of date.'
const title = /Bob/

test('without the server, the last answers are shown with a notice for an hour, and else what failed', async ({
  server,
}) => {
  await using host = await connectExtension(server.origin)
  const { page: entry, panel } = await openEntry(host, 'bubble-wrapped-link')
  await expect(panel.getByText('Shown answer')).toBeVisible()
  const popup = await openPopup(host)
  await popup.getByRole('button', { name: title }).click()
  await expect(popup.getByText('Shown answer')).toBeVisible()
  await popup.getByRole('button', { name: 'Back' }).click()
  await popup.getByRole('radio', { name: 'Booking links' }).check()
  await expect(popup.getByRole('button', { name: 'Copy times of Talk' })).toBeVisible()
  await expect(popup.getByText(notice)).toBeHidden()

  await moveServer(popup, NOWHERE)
  await popup.reload()
  await expect(popup.getByRole('button', { name: title })).toBeVisible()
  await expect(popup.getByRole('status').filter({ hasText: notice })).toBeVisible()
  await popup.getByRole('button', { name: title }).click()
  await expect(popup.getByText('Shown answer')).toBeVisible()
  await expect(popup.getByText(notice)).toBeVisible()
  await expectAccessible(popup)
  await popup.getByRole('button', { name: 'Back' }).click()
  await popup.getByRole('radio', { name: 'Booking links' }).check()
  await expect(popup.getByText(notice)).toBeVisible()
  // Without the entry, whose link leads to the server, wherever the extension looks for it.
  await panel.evaluate(() => location.reload())
  await expect(panel.getByText(notice)).toBeVisible()
  await expect(panel.getByText('Shown answer')).toBeVisible()

  // Notes that can't be saved are kept, even if the popup closes, and saved once the server is back.
  await popup.getByRole('radio', { name: 'Bookings' }).check()
  await popup.getByRole('button', { name: title }).click()
  await popup.getByLabel('Hidden score').fill('Wants cake')
  await popup.getByRole('button', { name: 'Back' }).click()
  await expect(popup.getByText('Your notes for Bob aren’t saved yet.')).toBeVisible()
  await expectAccessible(popup)
  await popup.reload()
  await popup.getByRole('button', { name: 'Open notes' }).click()
  await expect(popup.getByLabel('Hidden score')).toHaveValue('Wants cake')
  await expect(popup.getByText('Couldn’t save.')).toBeVisible()
  await moveServer(popup, server.origin)
  await popup.getByRole('button', { name: 'Retry' }).click()
  await expect(popup.getByText('Saved', { exact: true })).toBeVisible()
  await expect(panel.getByLabel('Hidden score')).toHaveValue('Wants cake')
  // A note that was changed elsewhere since isn't replaced by them.
  await moveServer(popup, NOWHERE)
  await popup.getByLabel('Hidden score').fill('Wants tea')
  await popup.getByRole('button', { name: 'Back' }).click()
  await expect(popup.getByText('aren’t saved yet')).toBeVisible()
  await fillHiddenScore(server.origin, host, 'Wants nothing')
  await moveServer(popup, server.origin)
  await popup.getByRole('button', { name: 'Open notes' }).click()
  await expect(popup.getByLabel('Hidden score')).toHaveValue('Wants nothing')
  await popup.getByRole('button', { name: 'Back' }).click()
  await expect(popup.getByText('aren’t saved yet')).toBeHidden()
  await moveServer(popup, NOWHERE)

  await changeCache(popup, { forget: 'getSettings' })
  await popup.reload()
  await expect(popup.getByRole('alert')).toContainText('We couldn’t load your bookings. Try again.')
  await popup.getByRole('radio', { name: 'Booking links' }).check()
  await popup.getByRole('button', { name: 'Copy times of Talk' }).click()
  await expect(popup.getByRole('alert')).toContainText('We couldn’t load the open times. Try again.')
  await moveServer(popup, server.origin)
  await popup.getByRole('button', { name: 'Try again' }).click()
  await expect(popup.locator('[aria-pressed]').first()).toBeVisible()

  await entry.bringToFront()
  await moveServer(popup, NOWHERE)
  await changeCache(popup, { forget: 'getSettings' })
  await panel.evaluate(() => location.reload())
  await expect(panel.getByRole('alert')).toContainText('We couldn’t load this booking.')
  await moveServer(popup, server.origin)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('Shown answer')).toBeVisible()
  await popup.bringToFront()

  // Times aren’t shown in another zone because the rules of the host’s couldn’t be loaded.
  // The panel would load them, too.
  await entry.close()
  const timezone = 'America/New_York'
  await ok(server.origin, 'updateSettings', { token: host.token, body: { timezone } })
  await moveServer(popup, NOWHERE)
  await changeCache(popup, { forget: 'getSettings' })
  await popup.reload()
  const tryAgain = popup.getByRole('button', { name: 'Try again' })
  await expect(tryAgain).toBeEnabled()
  await reply(popup, 'listTimezones', { ok: false, status: 503, code: null, message: 'No' })
  await moveServer(popup, server.origin)
  await tryAgain.click()
  await expect(tryAgain).not.toHaveAttribute('aria-disabled')
  await expect(popup.getByRole('alert')).toContainText('We couldn’t load your bookings. Try again.')
  // The server doesn’t know the zone.
  await reply(popup, 'listTimezones', { ok: false, status: 404, code: 'not_found', message: 'No' })
  await tryAgain.click()
  await expect(popup.getByRole('button', { name: title })).toHaveText(/^(3:00 PM|15:00)/)
  await popup.reload()
  await expect(popup.getByRole('button', { name: title })).toHaveText(/^1[01]:00/)

  // A booking that the host may no longer see isn’t shown from before.
  await popup.getByRole('button', { name: title }).click()
  await expect(popup.getByText('Shown answer')).toBeVisible()
  await popup.getByRole('button', { name: 'Back' }).click()
  await reply(popup, 'getBooking', { ok: false, status: 403, code: 'forbidden', message: 'No' })
  await popup.getByRole('button', { name: title }).click()
  await expect(popup.getByRole('alert')).toContainText('We couldn’t load this booking. Try again.')
  await expect(popup.getByText('Shown answer')).toBeHidden()

  await moveServer(popup, NOWHERE)
  await changeCache(popup, { ageMs: HOUR + 1000 })
  await popup.reload()
  await expect(popup.getByRole('alert')).toContainText('We couldn’t load your bookings. Try again.')
  await expect(popup.getByText('Bob')).toBeHidden()
  await reply(popup, 'getSettings', 'never')
  await popup.getByRole('button', { name: 'Try again' }).click()
  await expect(popup.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-disabled', 'true')

  const options = await host.context.newPage()
  await options.goto(host.url('options.html'))
  await options.getByRole('button', { name: 'Disconnect' }).click()
  await expect(options.getByRole('status')).toHaveText(
    'Disconnected in this browser. We couldn’t reach localhost:9, so also disconnect it there, under Settings.',
  )
  await expect(options.getByRole('heading', { name: 'Connect your Boomtime' })).toBeFocused()
  await expectAccessible(options)
})

/** The extension then calls another address with what it has stored. */
const moveServer = (page: Page, origin: string) =>
  page.evaluate(async (moved) => {
    const { local } = window.chrome.storage
    const { connection } = await local.get('connection')
    const revocationEndpoint = `${moved}/oauth/revoke`
    await local.set({
      connection: { ...(connection as object), origin: moved, revocationEndpoint },
    })
  }, origin)

const changeCache = (page: Page, change: { forget?: string; ageMs?: number }) =>
  page.evaluate(async ({ forget, ageMs = 0 }) => {
    const { session } = window.chrome.storage
    for (const [key, value] of Object.entries(await session.get())) {
      if (!key.startsWith('answer:')) continue
      if (forget !== undefined && key.startsWith(`answer:${forget} `)) await session.remove(key)
      const { at, answer } = value as { at: number; answer: unknown }
      if (ageMs > 0) await session.set({ [key]: { at: at - ageMs, answer } })
    }
  }, change)
