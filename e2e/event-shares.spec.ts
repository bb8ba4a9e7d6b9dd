import type { Page } from '@playwright/test'
import { caughtMail, ok } from '../testing/server/api.ts'
import { book, card, opener } from './support/bookings.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const bookingsOf = (page: Page) => page.getByRole('radio', { name: 'Shared with me' })
const panel = (page: Page) => page.getByRole('region', { name: 'Booking details' })

test('a host shares an event with a team member, who works with its bookings until it is taken back', async ({
  visitor,
  server,
}) => {
  const { origin } = server
  // The owner's own address, and a click after the share was taken back.
  visitor.expected.push('400 (Bad Request)', '404 (Not Found)')
  const owner = await visitor.openAsHost()
  const member = await visitor.openAsHost()
  const collection = await ok(origin, 'createCollection', {
    token: owner.token,
    body: { name: 'Follow-up', fields: [{ type: 'single-line', label: 'Next step' }] },
  })
  const asked = await ok(origin, 'createCollection', {
    token: owner.token,
    body: {
      name: 'About you',
      fields: [{ type: 'checkboxes', label: 'Company size', options: ['Just me', 'Many'] }],
    },
  })
  const customFieldsCollections = [{ id: asked.id }, { id: collection.id, collectionStage: 'postBooking' }]
  const people = ['Ann One', 'Bob Two', 'Cleo Three']
  const { event: shared, bookings } = await book(
    origin,
    owner.token,
    { title: 'Intro call', customFieldsCollections },
    ...people,
  )
  const ofEvent = { token: owner.token, params: { id: shared.id } }
  await book(origin, owner.token, { title: 'Secret plan', duration: 60 })

  const linksInMails = async (to: string) =>
    (await caughtMail(origin, to)).map(({ text }) => /See bookings: (\S+)/.exec(text)?.[1])

  await test.step('the owner shares it', async () => {
    const { page } = owner
    await page.goto('/events')
    const event = page.getByRole('article', { name: 'Intro call' })
    await event.getByRole('button', { name: 'Share with team' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share with team members' })
    await expect(dialog.getByText('Only you have access.')).toBeVisible()
    await expect(dialog.getByText('People you add get an email')).toBeVisible()
    await dialog.getByRole('button', { name: 'Share' }).click()
    await expect(dialog.getByLabel('Email address')).toBeFocused()
    await expect(dialog.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Email address').fill(owner.email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('You own this event')).toBeVisible()
    await dialog.getByLabel('Email address').fill(member.email)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(
      `Shared with ${member.email}. They’ll see it the next time they open Boomtime.`,
    )
    await dialog.getByLabel(`Role of ${member.email}`).selectOption('Manage')
    await expect(dialog.getByRole('status')).toHaveText(`${member.email} now has the Manage role.`)
    await expectAccessible(page)
    await expectFits(page, 360)
  })

  await test.step('the member finds it, and nothing else', async () => {
    const { page } = member
    await page.goto('/events')
    await bookingsOf(page).check()
    await expect(page).toHaveURL(/\/events\?shared=true$/)
    const event = page.getByRole('article', { name: 'Intro call' })
    await expect(event.getByText('Manage', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expectAccessible(page)
    await event.getByRole('link', { name: 'See bookings' }).click()
    await expect(page).toHaveURL(/\/bookings\?shared=true&event_ids=/)
    await expect(page.getByText('Showing 1-3 of 3 bookings')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove Events: Intro call' })).toBeVisible()
    // The email they got leads here, too.
    await expect.poll(() => linksInMails(member.email)).toEqual([page.url()])
    await expect(card(page, 'Ann One').getByText('Shared by Maya Lindqvist')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Event Intro call' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page).toHaveURL(/\/bookings\?shared=true$/)
  })

  await test.step('reads the answers and fills in a note', async () => {
    const { page } = member
    await opener(card(page, 'Ann One')).click()
    await expect(panel(page).getByText('Just me', { exact: false }).first()).toBeVisible()
    await panel(page).getByLabel('Next step').fill('Send the offer')
    await expect(panel(page).getByText('Saved', { exact: true })).toBeVisible()
    await expectFits(page, 360)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('moves a booking, while the event accepts any', async () => {
    const { page } = member
    const read = () => ok(origin, 'getBooking', { token: owner.token, params: { id: bookings[0]! } })
    const before = await read()
    const reschedule = panel(page).getByRole('button', { name: 'Reschedule' })
    await reschedule.click()
    const dialog = page.getByRole('dialog', { name: 'Move booking' })
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    const [earlier, later] = ['Earlier dates', 'Later dates'].map((name) =>
      dialog.getByRole('button', { name }),
    )
    await later!.click()
    await earlier!.press('Enter')
    await expect(earlier!).toBeDisabled()
    await expect(earlier!).toBeFocused()
    await later!.click()
    // Until they are there, the earlier ones stay.
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
    await dialog.getByRole('radio').last().check()
    await dialog.getByRole('button', { name: 'Move booking' }).click()
    await expect(page.getByText('Booking moved')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect((await read()).bookingData.startUtc > before.bookingData.startUtc).toBe(true)
    await expect(panel(page).getByText(`Moved by team member ${member.email}`)).toBeVisible()
    await ok(origin, 'updateEvent', { ...ofEvent, body: { isEnabled: false } })
    visitor.expected.push('403 (Forbidden)')
    await reschedule.click()
    await expect(dialog.getByText('This event is not accepting bookings.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('cancels another one', async () => {
    const { page } = member
    await card(page, 'Bob Two').getByRole('button', { name: 'Cancel Intro call, Bob Two' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel Booking' })
    await dialog.getByLabel('Reason for cancellation').fill('Out sick')
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
    await expect(card(page, 'Bob Two')).toHaveCount(0)
    const { bookingData } = await ok(origin, 'getBooking', {
      token: owner.token,
      params: { id: bookings[1]! },
    })
    expect(bookingData).toMatchObject({
      status: 'canceled',
      canceledBy: 'member',
      cancellationReason: 'Out sick',
    })
  })

  await test.step('after the owner took it back, the next click says so', async () => {
    // An open booking is reloaded regularly, and could notice first.
    await panel(member.page).getByRole('button', { name: 'Close details' }).click()
    // So could a list that is reloaded.
    const clicked = Promise.withResolvers<void>()
    await member.page.route(/\/boomEventsBookings\?|\/sharedEvents/, async (route) => {
      await clicked.promise
      await route.continue()
    })
    const dialog = owner.page.getByRole('dialog', { name: 'Share with team members' })
    await dialog.getByRole('button', { name: `Stop sharing with ${member.email}` }).click()
    // The list shows it at once, the status when the server has done it.
    await expect(dialog.getByRole('status')).toHaveText(`No longer shared with ${member.email}.`)
    await expect(dialog.getByText('Only you have access.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog.getByRole('status')).toHaveText(`Shared with ${member.email} again.`)
    await dialog.getByRole('button', { name: `Stop sharing with ${member.email}` }).click()
    await expect(dialog.getByText('Only you have access.')).toBeVisible()
    await expect(dialog.getByRole('status')).toHaveText(`No longer shared with ${member.email}.`)
    // Restoring it is no news.
    expect(await linksInMails(member.email)).toHaveLength(1)

    const emailRefusal = 'We didn’t email them. Please tell them yourself.'
    await owner.page.route('**/shares', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { success: true, data: { ...data, emailRefusal } } })
    })
    await dialog.getByLabel('Email address').fill(`new.${member.email}`)
    await owner.page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(
      `Shared with new.${member.email}. They’ll see it the next time they open Boomtime. ${emailRefusal}`,
    )

    const { page } = member
    await opener(card(page, 'Cleo Three')).click()
    await expect(panel(page)).toContainText('This booking is no longer available')
    await panel(page).getByRole('button', { name: 'Close details' }).click()
    await card(page, 'Cleo Three')
      .getByRole('button', { name: /^Cancel / })
      .click()
    const canceling = page.getByRole('alertdialog', { name: 'Cancel Booking' })
    await canceling.getByLabel('Reason for cancellation').fill('Out sick')
    await canceling.getByRole('button', { name: 'Cancel Booking' }).click()
    clicked.resolve()
    await expect(page.getByText('Booking no longer available', { exact: true })).toBeVisible()
    await expect(page.getByText('Nothing is shared with you')).toBeVisible()
    await page.getByRole('radio', { name: 'My bookings' }).click()
    await expect(bookingsOf(page)).toBeHidden()
  })
})

test('someone with View moves and cancels nothing, loses access at once, and can leave', async ({
  visitor,
  server,
}) => {
  const { origin } = server
  const owner = await visitor.openAsHost()
  const { page, email } = await visitor.openAsHost()
  const { id } = await ok(origin, 'createCollection', {
    token: owner.token,
    body: { name: 'Follow-up', fields: [{ type: 'single-line', label: 'Next step' }] },
  })
  const customFieldsCollections = [{ id, collectionStage: 'postBooking' }]
  const { event } = await book(
    origin,
    owner.token,
    { title: 'Intro call', customFieldsCollections },
    'Ann One',
  )
  const ofEvent = { token: owner.token, params: { id: event.id } }
  const share = () => ok(origin, 'shareEvent', { ...ofEvent, body: { email, role: 'view' } })
  const { userId } = await share()
  await page.goto('/bookings')
  await bookingsOf(page).check()
  await opener(card(page, 'Ann One')).click()
  await expect(panel(page).getByText('ann@example.com')).toBeVisible()
  for (const name of [/^Cancel Intro call/, 'Cancel this booking', 'Reschedule'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)

  await ok(origin, 'unshareEvent', { ...ofEvent, params: { id: event.id, userId } })
  visitor.expected.push('404 (Not Found)')
  await panel(page).getByLabel('Next step').fill('Too late')
  await expect(panel(page).getByText('This booking is no longer available')).toBeVisible()
  await expect(page.getByText('Nothing is shared with you')).toBeVisible()

  await share()
  await page.goto('/events?shared=true')
  await page.getByRole('button', { name: 'Remove me' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove yourself from “Intro call”?' })
  await dialog.getByRole('button', { name: 'Remove me' }).click()
  await expect(page.getByText('Nothing is shared with you')).toBeVisible()
  expect(await ok(origin, 'listEventShares', ofEvent)).toEqual([])
})
