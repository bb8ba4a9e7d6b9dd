import type { Page } from '@playwright/test'
import { googleFault, ok } from '../testing/server/api.ts'
import { openSection } from './support/events.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const eventPeriod = (page: Page) => group(page, 'Event Period')
const bookingPeriod = (page: Page) => group(page, 'Booking Availability Period')
const save = (page: Page) => page.getByRole('button', { name: /^(Create|Update) Event$/ })
const failure = { status: 500, json: { success: false, error: 'Broken' } }
const LINK = /\/book\/event_[\w-]{20,}$/

test('every field is saved and shown again in any browser zone', async ({ visitor, server }) => {
  const { page, token, email } = await visitor.openAsHost({
    timezoneId: 'Pacific/Honolulu',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await googleFault(server.origin, { kind: 'meet_unavailable', times: 0, email })
  const calendars = await ok(server.origin, 'listCalendars', { token })
  const other = calendars.find(({ isPrimary }) => !isPrimary)!
  await page.goto('/events/create')
  // The initial values.
  await expect(page.getByLabel('Duration')).toHaveValue('30')
  await expect(page.getByLabel('Meet via')).toHaveValue('google-meet')
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Honolulu')
  await expect(page.getByText('This device is in')).toHaveCount(0)
  await expect(page.getByLabel('Calendar')).toHaveValue(calendars.find(({ isPrimary }) => isPrimary)!.id)
  await openSection(page, 'Booking Custom Fields')
  await expect(page.getByText('No custom fields added yet')).toHaveCount(1)
  await expect(page.getByText('Not available on Saturday')).toBeVisible()

  await page.getByLabel('Event title').fill('Tea ceremony')
  await page.getByLabel('Description').fill('Slow, and in silence.')
  await page.getByLabel('Duration').fill('45')
  await expect(page.getByLabel('Address')).toHaveCount(0)
  const noMeet = page.getByText('This calendar can’t create Google Meet links.')
  await expect(noMeet).toBeVisible()
  await page.getByLabel('Meet via').selectOption('in-person')
  await expect(noMeet).toHaveCount(0)
  await page.getByLabel('Address').fill('Tea house, 1 Willow Lane')
  const zone = page.getByLabel('Find a zone')
  await zone.fill('mumbai')
  await expect(page.getByRole('button', { name: 'Mumbai, Asia/Kolkata (GMT+5:30)' })).toBeVisible()
  await zone.fill('japan')
  await zone.press('Enter')
  await expect(page.getByLabel('Time zone')).toBeFocused()
  await expect(page.getByText('This device is in Pacific/Honolulu (GMT-10).')).toBeVisible()
  await page.getByLabel('Calendar').selectOption(other.name)
  await page.getByLabel('Buffer time').selectOption('15 minutes')
  const switches = [
    'Allow invitees to cancel',
    'Allow invitees to edit their booking',
    'Guests can change or cancel',
    'Active',
  ]
  for (const name of switches) await page.getByRole('switch', { name }).click()
  const periods = [
    [eventPeriod(page), ['2090-03-01', '9:30 AM', '2090-04-30', '6:00 PM']],
    [bookingPeriod(page), ['2090-02-01', '8:00 AM', '2090-04-01', '11:59 PM']],
  ] as const
  const fields = ['Start date', 'Start time', 'End date', 'End time']
  for (const title of ['Event Period', 'Booking Availability Period']) await openSection(page, title)
  for (const [section, values] of periods) {
    for (const [index, name] of fields.entries())
      await section.getByLabel(name, { exact: true }).fill(values[index]!)
  }
  const monday = group(page, 'Monday')
  await monday.getByLabel('End time').fill('12:00')
  await monday.getByRole('button', { name: 'Add Time' }).click()
  await monday.getByLabel('End time').nth(1).fill('3p')
  await monday.getByLabel('Start time').nth(1).fill('13:00')
  await group(page, 'Sunday').getByRole('switch', { name: 'Sunday' }).click()
  await expect(group(page, 'Sunday')).toContainText('Click Add Time')
  await save(page).click()

  await expect(page.getByText('Event Created!')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Share your event' })
  const link = dialog.getByLabel('Booking link')
  await expect(link).toHaveValue(LINK)
  await expect(dialog.getByRole('list', { name: 'What to fix' })).toContainText('The event is paused.')
  await expectAccessible(page)
  await expectFits(page, 360)
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Booking link copied to clipboard.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/events$/)
  const [saved] = await ok(server.origin, 'listEvents', { token })
  expect(saved).toMatchObject({
    eventStartUtc: '2090-03-01T00:30:00.000Z',
    bookingStartUtc: '2090-01-31T23:00:00.000Z',
    calendarId: other.id,
    isEnabled: false,
    location: 'Tea house, 1 Willow Lane',
  })

  await page.getByRole('link', { name: 'Edit Tea ceremony' }).click()
  await expect(page.getByLabel('Event title')).toHaveValue('Tea ceremony')
  await expect(page.getByLabel('Description')).toHaveValue('Slow, and in silence.')
  await expect(page.getByLabel('Duration')).toHaveValue('45')
  await expect(page.getByLabel('Meet via')).toHaveValue('in-person')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
  await expect(page.getByLabel('Calendar')).toHaveValue(other.id)
  await expect(page.getByLabel('Buffer time')).toHaveValue('15')
  for (const name of switches) await expect(page.getByRole('switch', { name })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Show invitees when booking opens' })).toBeChecked()
  await expect(eventPeriod(page)).toContainText('From Mar 1, 2090, 9:30 AM until Apr 30, 2090, 6:00 PM')
  await expect(eventPeriod(page).getByLabel('Start time')).toBeHidden()
  for (const title of ['Event Period', 'Booking Availability Period']) await openSection(page, title)
  for (const [section, values] of periods) {
    for (const [index, name] of fields.entries()) {
      await expect(section.getByLabel(name, { exact: true })).toHaveValue(values[index]!)
    }
  }
  await expect(monday.getByLabel('Start time').nth(1)).toHaveValue('1:00 PM')
  await expect(group(page, 'Sunday').getByRole('switch')).toBeChecked()
  await bookingPeriod(page).getByRole('button', { name: 'Clear Start date' }).click()
  await expect(bookingPeriod(page).getByLabel('Start time')).toBeDisabled()
  // Nothing can be changed while it is being saved.
  const answerSave = await holdRequest(page, '**/boomEvents/*', 'PUT')
  await page.getByLabel('Event title').press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeFocused()
  await page.keyboard.type('!')
  await page.getByText('Active', { exact: true }).click({ force: true })
  await expect(page.getByLabel('Event title')).toHaveValue('Tea ceremony')
  await expect(page.getByLabel('Active', { exact: true })).not.toBeChecked()
  answerSave()
  await expect(page.getByText('Event Updated!')).toBeVisible()
  await expect(page.getByText('Nobody can book it right now. The event is paused.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page).toHaveURL(/\/events$/)
  expect((await ok(server.origin, 'listEvents', { token }))[0]).toMatchObject({ bookingStartUtc: null })
})

test('a host who leaves while an event is being saved stays where they went', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Tea' } })
  // Its URL is there before it is.
  const loadBookings = await holdRequest(page, '**/assets/bookings-screen-*.js', 'GET')
  await page.goto(`/events/edit/${id}`)
  await page.getByLabel('Event title').fill('Talk')
  const answerSave = await holdRequest(page, '**/boomEvents/*', 'PUT')
  await save(page).click()
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/bookings/)
  answerSave()
  await page.getByText('Event Updated!').waitFor()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied!', { exact: true })).toBeVisible()
  loadBookings()
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/bookings/)
})

test('a reload keeps unsaved changes, leaving asks for confirmation, and an event is archived', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  const title = page.getByLabel('Event title')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.goto('/events')
  await page.getByRole('link', { name: 'Edit Intro call' }).click()
  await title.fill('Something else')
  let asked = 0
  page.on('dialog', (dialog) => {
    asked++
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toBe(1)
  await expect(title).toHaveValue('Something else')
  await expect(page.getByText('We’ve restored your unsaved changes.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(title).toHaveValue('Intro call')
  await title.fill('Something else')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeVisible()
  await question.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(title).toHaveValue('Something else')
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(id))
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await page.goForward()
  await expect(title).toHaveValue('Intro call')

  await page.getByRole('button', { name: 'Archive Event' }).click()
  await expect(page.getByText('Event Archived')).toBeVisible()
  await expect(page).toHaveURL(/\/events$/)
  await expect(page.getByRole('main').getByText('No events found')).toBeVisible()
})

test('the editor reports failures', async ({ visitor, server }) => {
  visitor.expected.push('500', '404')
  const { page, token } = await visitor.openAsHost()
  const name = 'Quarterly'.repeat(10)
  const { id } = await ok(server.origin, 'createEvent', {
    token,
    body: { title: name, description: 'x'.repeat(500) },
  })
  await page.goto('/events/edit/nothing')
  await expect(page.getByText('We couldn’t find this event')).toBeVisible()
  await page.getByRole('link', { name: 'Back to events' }).click()
  await expect(page).toHaveURL(/\/events$/)

  const ONE = `**/boomEvents/${id}`
  await page.route('**/calendars', (route) => route.fulfill(failure))
  await page.route(ONE, (route) => route.fulfill(failure))
  await page.goto(`/events/edit/${id}`)
  await expect(page.getByText('Failed to load event data')).toBeVisible()
  await page.unroute(ONE)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Event title')).toHaveValue(name)
  await expect(page.getByText('Warning', { exact: true })).toBeVisible()
  await expect(page.getByText('Could not load calendars. You can still create the event.')).toBeVisible()
  for (const width of [360, 768, 1440]) await expectFits(page, width)

  await page.route(ONE, (route) => route.fulfill(failure))
  await page.getByRole('button', { name: 'Archive Event' }).click()
  await expect(page.getByText('Failed to archive event', { exact: true })).toBeVisible()
  await page.getByLabel('Event title').fill('Second call')
  await save(page).click()
  await expect(page.getByText('Failed to save event. Please try again.')).toBeVisible()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel('Event title')).toHaveValue('Second call')
  await page.unroute(ONE)
  const held = Promise.withResolvers<void>()
  await page.route(ONE, async (route) => {
    await held.promise
    await route.continue()
  })
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  held.resolve()
  await expect(page.getByRole('link', { name: 'Edit Second call' })).toBeVisible()
})

test('an event is created by keyboard alone', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  const typeInto = async (label: string, text: string, scope = page.getByRole('main')) => {
    await tabTo(page, scope.getByLabel(label, { exact: true }).first())
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByLabel('Event title'))
  await page.keyboard.type('By keys')
  await tabTo(page, page.getByRole('button', { name: '60 minutes' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByLabel('Meet via'))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, eventPeriod(page).locator('summary'))
  await page.keyboard.press('Enter')
  await typeInto('Start date', '03012090', eventPeriod(page))
  await typeInto('Start time', '0930AM', eventPeriod(page))
  await tabTo(page, group(page, 'Saturday').getByRole('switch'))
  await page.keyboard.press('Space')
  await tabTo(page, group(page, 'Saturday').getByRole('button', { name: 'Add Time' }))
  await page.keyboard.press('Enter')
  await tabTo(page, save(page))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share your event' })
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/events$/)
  await expect(page.getByRole('main')).toBeFocused()
  const [saved] = await ok(server.origin, 'listEvents', { token })
  expect(saved).toMatchObject({
    title: 'By keys',
    duration: 60,
    meetVia: 'zoom',
    eventStartDate: '2090-03-01',
    eventStartTime: '09:30',
    weeklyAvailabilitySlots: { saturday: { enabled: true, slots: [{ start: '09:00', end: '17:00' }] } },
  })
})
