import { ok } from '../testing/server/api.ts'
import { enterPerson } from './support/booking-form.ts'
import { makeEvent } from './support/events.ts'
import { loseAnswer } from './support/lose-answer.ts'
import { expect, test } from './support/support.ts'

const CALLS = '**/boomEventsBookings?*'

test('a link that doesn’t work anymore leads to what a lost answer booked', async ({ visitor, server }) => {
  visitor.expected.push('ERR_', 'Failed to fetch', '403')
  const { id, token } = await makeEvent(server.origin)
  const params = { id }
  const link = await ok(server.origin, 'createEventLink', { token, params, body: {} })
  const handle = `maya-${Date.now()}`
  await ok(server.origin, 'updateEventAddress', { token, params, body: { handle, slug: 'review' } })
  const bookings = async () => (await ok(server.origin, 'listBookings', { token })).bookings
  const enable = (isEnabled: boolean) =>
    ok(server.origin, 'updateEvent', { token, params, body: { isEnabled } })
  const page = await visitor.open()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request.url())
  })
  const cases = [
    { path: `/book/${link.bookingUrlId}`, title: 'Link Already Used', close: async () => {} },
    {
      path: `/${handle}/review`,
      title: 'Booking Not Available for This Event',
      close: () => enable(false),
    },
  ]
  for (const [index, { path, title, close }] of cases.entries()) {
    await enable(true)
    await page.goto(path)
    await page.locator('.slot').first().click()
    await enterPerson(page)
    await loseAnswer(page, CALLS)
    await page.getByRole('button', { name: 'Book Meeting' }).click()
    await expect(page.getByRole('alert')).toContainText('Please try again.')
    // The first time is taken by then.
    const booked = (await bookings())[index]!
    await close()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
    await expect(page).toHaveURL(`/booking-confirmation/${booked.id}?bookingJustCreated=true`)
    // Once it has loaded, the page has asked all that it wants to know.
    calls.length = 0
    await page.goto(path)
    expect(calls).toEqual([])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  // The list leaves out what was booked for a disabled event.
  await enable(true)
  expect(await bookings()).toHaveLength(cases.length)
})

test('after a lost answer and a reload, the same answers lead to the same booking', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_', 'Failed to fetch')
  const event = await makeEvent(server.origin)
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await enterPerson(page)
  await loseAnswer(page, CALLS)
  const book = page.getByRole('button', { name: 'Book Meeting' })
  await book.click()
  await expect(page.getByRole('alert')).toContainText('Please try again.')
  await page.reload()
  await book.click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  expect((await ok(server.origin, 'listBookings', { token: event.token })).bookings).toHaveLength(1)
})

test('after a lost answer, an event is created only once, also if its label was deleted since', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_')
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Tea')
  await page.getByRole('button', { name: 'Labels of Tea' }).click()
  await page.getByRole('checkbox', { name: 'VIP' }).check()
  await page.keyboard.press('Escape')
  await loseAnswer(page, '**/boomEvents')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expect(page.getByText('Failed to save event. Please try again.')).toBeVisible()
  await ok(server.origin, 'deleteLabel', { token, params: { id } })
  const labels = page.waitForResponse(/\/labels$/)
  await page.reload()
  await (await labels).finished()
  await expect(page.getByLabel('Event title')).toHaveValue('Tea')
  await page.getByRole('button', { name: 'Create Event', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  expect(await ok(server.origin, 'listEvents', { token })).toMatchObject([{ title: 'Tea', labelIds: [] }])
})
