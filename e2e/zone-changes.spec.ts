import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeZoneFolder } from '../testing/zone-folder.ts'
import { caughtMail, ok } from '../testing/test-app.ts'
import { book } from './bookings.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support.ts'

const HOUR = 3_600_000

/** What a clock so many hours ahead of UTC shows. */
const clockText = (at: number, ahead: number) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
    .format(at + ahead * HOUR)
    .replaceAll('\u202f', ' ')

test('a host decides about bookings after time zone rules changed', async ({ visitor, server }) => {
  const { page, token, email } = await visitor.openAsHost()
  const { event, bookings } = await book(
    server.origin,
    token,
    { title: 'Intro call', timezone: 'America/Regina' },
    'Ann Berg',
    'Bob Marsh',
    'Cy Young',
    'Di Prince',
  )
  const startOf = async (index: number) => {
    const { bookingData } = await ok(server.origin, 'getBooking', { params: { id: bookings[index]! } })
    return Date.parse(bookingData.startUtc)
  }
  const agreed = await Promise.all(bookings.map((_, index) => startOf(index)))
  await page.goto('/bookings/time-zone-changes')
  await expect(page.getByText('Nothing left to decide').last()).toBeVisible()
  await expectAccessible(page)

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-zones-'))
  writeZoneFolder(folder, '2099a', { 'America/Regina': -5 })
  await server.restart({ TZDIR: folder })
  const subjects = async () => (await caughtMail(server.origin, email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Time zone change: please check 4 bookings')
  // The hour before Cy's is taken after the change.
  const inTheWay = {
    fullName: 'Eve Stone',
    email: 'eve@example.com',
    startUTC: new Date(agreed[2]! - HOUR).toISOString(),
  }
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: inTheWay,
  })

  await page.goto('/dashboard')
  const banner = page.getByRole('status').filter({ hasText: 'Time zone changes affect 4 bookings' })
  await tabTo(page, banner.getByRole('link', { name: 'Review bookings' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bookings\/time-zone-changes$/)
  await expect(banner).toBeHidden()
  const cardOf = (who: string) => page.getByRole('listitem').filter({ hasText: `with ${who}` })
  const choice = (verb: string, who: string) =>
    page.getByRole('button', { name: new RegExp(`^${verb} .* with ${who}$`) })
  await expect(cardOf('Ann Berg')).toContainText(
    `Agreed${clockText(agreed[0]!, -6)}Now${clockText(agreed[0]!, -5)}`,
  )
  await expectAccessible(page)
  await expectFits(page, 360)

  await tabTo(page, choice('Leave at', 'Ann Berg'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booking left at its new time')).toBeVisible()
  await expect(cardOf('Ann Berg')).toBeHidden()
  await choice('Move to', 'Bob Marsh').click()
  await expect(cardOf('Bob Marsh')).toBeHidden()
  await choice('Move to', 'Cy Young').click()
  await expect(cardOf('Cy Young').getByRole('alert')).toHaveText(
    'We couldn’t move this booking: you have another one at that time.',
  )
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Move all to agreed times' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Move all 2 bookings?' })
  await expectAccessible(page)
  await expectFits(page, 360)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(cardOf('Di Prince')).toBeVisible()
  await page.route('**/zoneChanges', (route) => route.abort(), { times: 1 })
  visitor.expected.push('Failed to load resource')
  await choice('Move to', 'Di Prince').click()
  await expect(page.getByText('We couldn’t save your decision.')).toBeVisible()
  await page.getByRole('button', { name: 'Move all to agreed times' }).click()
  await dialog.getByRole('button', { name: 'Move all' }).click()
  await expect(cardOf('Di Prince')).toBeHidden()
  await choice('Leave at', 'Cy Young').click()
  await expect(page.getByText('Nothing left to decide').last()).toBeVisible()
  await page.getByRole('link', { name: 'View bookings' }).click()
  await expect(page.getByText('ann@example.com')).toBeVisible()
  await expect(banner).toBeHidden()

  const [ann, bob, cy, di] = agreed as [number, number, number, number]
  expect(await Promise.all(bookings.map((_, index) => startOf(index)))).toEqual([
    ann,
    bob - HOUR,
    cy,
    di - HOUR,
  ])
  await server.restart()
  fs.rmSync(folder, { recursive: true })
})
