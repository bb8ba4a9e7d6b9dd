import { ok } from '../testing/server/api.ts'
import { book } from './support/bookings.ts'
import { closeToasts } from './support/close-toasts.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('the palette finds screens, events, people and days by keyboard', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { event, bookings } = await book(server.origin, token, { title: 'Intro call' }, 'Yuki Tanaka')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const open = () => page.keyboard.press('Control+k')
  const type = async (text: string) => {
    await open()
    const input = palette.getByRole('searchbox')
    await expect(input).toBeFocused()
    await input.fill(text)
  }
  const option = (name: string | RegExp) => palette.getByRole('menuitem', { name })

  await open()
  await expect(option('Bookings')).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  await type('x'.repeat(300))
  await expect(palette).toContainText('Nothing found.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  await type('avail')
  await expect(palette.getByRole('menuitem')).toHaveText(['Availability'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/availability$/)
  await expect(palette).toBeHidden()

  await type('copy intro')
  await expect(option('Copy link of Intro call')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${server.origin}/book/${event.bookingUrlId}`)

  await type('pause')
  await expect(option('Pause Intro call')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await ok(server.origin, 'getEvent', { token, params: { id: event.id } })).isEnabled)
    .toBe(false)

  await type('yuki')
  await expect(option(/^Yuki Tanaka, Intro call, /)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Booking details' }).getByText(bookings[0]!)).toBeVisible()

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await palette.getByRole('searchbox').fill('2027-03-05')
  await option('Bookings on Friday, March 5, 2027').click()
  await expect(page).toHaveURL(/meeting_after=2027-03-05&meeting_before=2027-03-05/)

  await type('qqqq')
  await expect(palette.getByText('Nothing found. Try other words.')).toBeVisible()
  // It doesn't open over another dialog.
  await palette.getByRole('searchbox').fill('events')
  await option('Events').click()
  await page.getByRole('button', { name: 'More for Intro call' }).click()
  await page.getByRole('menuitem', { name: 'One-off Links' }).click()
  await expect(page.getByRole('dialog', { name: 'One-off links' })).toBeVisible()
  await open()
  await expect(palette).toBeHidden()
})

test('what can’t be loaded leaves the screen alone, and can be opened again', async ({ visitor, server }) => {
  visitor.expected.push('ERR_FAILED')
  const { page, token } = await visitor.openAsHost({ loadsAhead: true })
  // An event with bookings asks before it is deleted.
  await book(server.origin, token, { title: 'Tea' }, 'Yuki Tanaka')
  const files = /\/(command-palette|dialogs)-[^/]*\.js/
  await page.route(files, (route) => route.abort())
  const ahead = ['command-palette', 'dialogs'].map((name) => page.waitForRequest(new RegExp(`/${name}-`)))
  await page.goto('/events')
  await Promise.all(ahead)
  const heading = page.getByRole('heading', { name: 'Manage Your Events' })
  const toast = page.getByText('We couldn’t load this part of the app.', { exact: true })
  const dismiss = async () => {
    await expect(toast).toBeVisible()
    await closeToasts(page)
  }
  await expect(heading).toBeVisible()
  await page.keyboard.press('Control+k')
  await dismiss()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dismiss()
  await expect(heading).toBeVisible()

  await page.unroute(files)
  // The packaged Chromium, unlike newer ones, remembers until then that a file was missing.
  await page.reload()
  await expect(heading).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
})
