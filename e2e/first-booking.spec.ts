import { HOUR } from '../availability/units.ts'
import { enterPerson } from './support/booking-form.ts'
import { dayAhead, openSection } from './support/events.ts'
import { expect, signIn, test } from './support/support.ts'
import { zoneButton } from './support/zones.ts'

// What people run who install nothing else.
test.use({ database: 'embedded' })

test('a host signs in, creates and shares an event, an invitee books it, and it is in the calendar', async ({
  visitor,
  server,
}) => {
  // Starts a server with an embedded database of its own, and then follows a booking from end to end.
  test.setTimeout(180_000)
  const host = await visitor.open({
    timezoneId: 'America/New_York',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await signIn(host, 'ada@example.com', 'Ada Lovelace')

  await host.getByRole('link', { name: 'Create Event' }).first().click()
  await host.getByLabel('Event title').fill('Intro call')
  await expect(host.getByLabel('Calendar')).toHaveValue('ada@example.com')
  // Today, the first hours may be over.
  await openSection(host, 'Event Period')
  const start = host.getByRole('group', { name: 'Event Period', exact: true })
  await start.getByLabel('Start date', { exact: true }).fill(dayAhead(2))
  await start.getByLabel('Start time', { exact: true }).fill('12:00 AM')
  // Not the one for the preview.
  const creation = host.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/boomEvents'),
  )
  await host.getByRole('button', { name: 'Create Event' }).click()
  expect((await creation).postDataJSON()).toMatchObject({ calendarId: 'ada@example.com' })
  const dialog = host.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  const copied = () => host.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(new RegExp(`^${server.origin}/book/event_[\\w-]+$`))
  const link = await copied()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(host).toHaveURL(/\/events$/)
  await expect(host.getByText('Intro call').first()).toBeVisible()

  const invitee = await visitor.open({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' })
  await invitee.goto(link)
  await expect(invitee.getByRole('heading', { name: 'Intro call' })).toBeVisible()
  await expect(zoneButton(invitee)).toHaveText('Asia/Tokyo (GMT+9)')
  // Nine in the morning in New York is eleven at night in Tokyo in winter, ten in summer.
  const slot = invitee.locator('.slot').first()
  await expect(slot).toHaveText(/^2[23]:00$/)
  const startUtc = await slot.locator('time').getAttribute('datetime')
  await slot.click()
  await expect(invitee.getByRole('button', { name: 'Book Meeting' })).toBeDisabled()
  await enterPerson(invitee, 'Björn Ångström', 'bjorn@example.com')
  await invitee.reload()
  await expect(invitee.getByLabel('Full Name')).toHaveValue('Björn Ångström')
  await expect(slot).toHaveAttribute('aria-pressed', 'true')
  await invitee.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(invitee).toHaveURL(/\/booking-confirmation\/[\w-]{20,}\?bookingJustCreated=true$/)
  await expect(invitee.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(invitee.getByText('bjorn@example.com')).toBeVisible()
  const confirmation = invitee.url()

  // The entry is in the host's calendar at the right instant.
  const day = startUtc!.slice(0, 10)
  const calendar = `${server.origin}/sandbox/google/ui?email=ada@example.com&week=${day}`
  await host.getByRole('link', { name: 'Sandbox calendars' }).click()
  await expect(host.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace ada@example.com')
  await expect(async () => {
    await host.goto(calendar)
    expect(await host.getByText('Intro call with Björn Ångström').first().isVisible()).toBe(true)
  }).toPass()
  await expect(host.locator('body')).toContainText(/9:00|09:00/)

  // The slot is no longer offered.
  const other = await visitor.open({ timezoneId: 'America/Chicago' })
  await other.goto(link)
  await expect(other.locator('.slot').first()).toBeVisible()
  await expect(other.locator(`.slot time[datetime="${startUtc}"]`)).toHaveCount(0)

  // An entry added by hand removes its slots.
  const taken = new Date(Date.parse(startUtc!) + HOUR).toISOString()
  await expect(other.locator(`.slot time[datetime="${taken}"]`)).toHaveCount(1)
  const wall = (hours: number) => `${day}T${String(hours).padStart(2, '0')}:00`
  await host.goto(calendar)
  await host.getByLabel('Title').fill('Dentist')
  await host.getByLabel('Starts').fill(wall(10))
  await host.getByLabel('Ends').fill(wall(11))
  await host.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(async () => {
    await other.reload()
    await expect(other.locator('.slot').first()).toBeVisible()
    expect(await other.locator(`.slot time[datetime="${taken}"]`).count()).toBe(0)
  }).toPass({ intervals: [500] })

  // Everything survives a restart. A page that sends requests during the restart gets a response or a connection error.
  visitor.expected.push('net::ERR_CONNECTION_REFUSED')
  await server.restart()
  await invitee.goto(confirmation)
  await expect(invitee.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await other.reload()
  await expect(other.locator('.slot').first()).toBeVisible()
  await expect(other.locator(`.slot time[datetime="${startUtc}"]`)).toHaveCount(0)
  await host.goto(calendar)
  await expect(host.getByText('Dentist').first()).toBeVisible()
})
