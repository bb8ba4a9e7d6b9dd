import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { HOUR } from '../availability/units.ts'
import { writeZoneFolder } from '../testing/time-zones/zone-folder.ts'
import { caughtMail, ok } from '../testing/server/api.ts'
import { book } from './support/bookings.ts'
import { expect, expectAccessible, expectFits, type Installation, tabTo, test } from './support/support.ts'

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

let changes = 0

/** Restarts the server with newer rules, in which zones are so many hours ahead of UTC. Returns how to undo it. */
async function switchRules(
  server: Installation,
  hours: Record<string, number>,
): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-zones-'))
  writeZoneFolder(folder, `209${++changes}a`, hours)
  await server.restart({ TZDIR: folder })
  return async () => {
    await server.restart()
    fs.rmSync(folder, { recursive: true })
  }
}

const startOf = async (origin: string, id: string) =>
  Date.parse((await ok(origin, 'getBooking', { params: { id } })).bookingData.startUtc)

test('a host moves and leaves bookings after a rule change, and sees what a move changes in the zone that stayed', async ({
  visitor,
  server,
}) => {
  // Restarts the server twice.
  test.setTimeout(120_000)
  const { origin } = server
  const { page, token, email } = await visitor.openAsHost()
  const { event, bookings } = await book(
    origin,
    token,
    { title: 'Intro call', timezone: 'America/Regina' },
    'Ann Berg',
    'Bob Marsh',
    'Cy Young',
    'Di Prince',
  )
  const starts = () => Promise.all(bookings.map((id) => startOf(origin, id)))
  const agreed = await starts()
  const other = await visitor.openAsHost()
  const elsewhere = await book(
    origin,
    other.token,
    { title: 'Intro call', timezone: 'America/Panama' },
    'Bob Marsh',
  )
  const agreedElsewhere = (await startOf(origin, elsewhere.bookings[0]!)) + 3 * HOUR
  const { id } = await ok(origin, 'createBooking', {
    query: { bookingUrlId: elsewhere.event.bookingUrlId },
    body: {
      fullName: 'Ann Berg',
      email: 'ann@example.com',
      startUTC: new Date(agreedElsewhere).toISOString(),
      timezone: 'America/Phoenix',
    },
  })
  const undo = await switchRules(server, { 'America/Regina': -5, 'America/Phoenix': -6 })
  const subjects = async () => (await caughtMail(origin, email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Time zone change: please check 4 bookings')
  // The hour before Cy's is taken after the change.
  const inTheWay = {
    fullName: 'Eve Stone',
    email: 'eve@example.com',
    startUTC: new Date(agreed[2]! - HOUR).toISOString(),
  }
  await ok(origin, 'createBooking', {
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
  await expectFits(page, 360)

  await tabTo(page, choice('Leave at', 'Ann Berg'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booking left where it is')).toBeVisible()
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
  await expectFits(page, 360)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(cardOf('Di Prince')).toBeVisible()
  const decisions = '**/zoneChanges'
  await page.route(decisions, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  visitor.expected.push('Failed to load resource')
  await choice('Move to', 'Di Prince').click()
  await expect(page.getByText('Some bookings may have moved.')).toBeVisible()
  await page.unroute(decisions)
  await page.getByRole('button', { name: 'Move all to agreed times' }).click()
  await dialog.getByRole('button', { name: 'Move all' }).click()
  await expect(cardOf('Di Prince')).toBeHidden()
  await choice('Leave at', 'Cy Young').click()
  await expect(page.getByText('Nothing left to decide').last()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View bookings' }).click()
  await expect(page.getByText('ann@example.com')).toBeVisible()
  await expect(banner).toBeHidden()

  const [ann, bob, cy, di] = agreed as [number, number, number, number]
  expect(await starts()).toEqual([ann, bob - HOUR, cy, di - HOUR])

  await test.step('a zone that stayed', async () => {
    const texts = async () => (await caughtMail(origin, other.email)).map(({ text }) => text).join('\n')
    await expect.poll(texts).toContain(`America/Panama: ${clockText(agreedElsewhere, -5)}, unchanged`)
    expect(await texts()).toContain(
      `America/Phoenix (invitee): agreed ${clockText(agreedElsewhere, -7)}, now`,
    )

    await other.page.goto('/bookings/time-zone-changes')
    await expect(other.page.getByText('1 booking needs a decision')).toBeVisible()
    const card = other.page.getByRole('listitem').filter({ hasText: 'with Ann Berg' })
    const [before, after] = [clockText(agreedElsewhere, -5), clockText(agreedElsewhere - HOUR, -5)]
    await expect(card).toContainText(`America/PanamaAgreed${before}Now${before}If moved${after}`)
    await expect(card).toContainText(
      `America/Phoenix (invitee)Agreed${clockText(agreedElsewhere, -7)}Now${clockText(agreedElsewhere, -6)}Move to`,
    )
    await expectFits(other.page, 360)
    await expect(card.getByRole('button', { name: /^Leave at .* Phoenix time: / })).toBeVisible()
    await card.getByRole('button', { name: /^Move to .* Phoenix time: / }).click()
    await expect(card).toBeHidden()
    expect(await startOf(origin, id)).toBe(agreedElsewhere - HOUR)
  })
  // They may still be preloading other screens.
  await page.close()
  await other.page.close()
  await undo()
})
