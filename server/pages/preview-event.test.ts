import { beforeAll, describe, expect, test } from 'vitest'
import type { EventInput } from '../../contract/events/event.schema.ts'
import { defaultWeek } from '../../contract/hours/weekly-availability.ts'
import { VIEWER_COOKIE } from '../../contract/time/viewer.ts'
import { call, googleFault } from '../../testing/server/api.ts'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'

const viewer = { timezone: 'Asia/Tokyo', timeFormat: '24hour' as const }

describe('the preview of a booking page', () => {
  const app = setUpApp()
  let token: string
  let scheduleId: string
  beforeAll(async () => {
    token = (await signIn(app.origin, 'maya@example.com')).sessionToken
    const body = { name: 'Early', timezone: 'Europe/Berlin', weeklyAvailabilitySlots: defaultWeek() }
    scheduleId = (await ok(app.origin, 'createSchedule', { token, body })).id
  })

  const preview = (event: EventInput, eventId?: string) =>
    ok(app.origin, 'previewEvent', { token, body: { event, viewer, ...(eventId && { eventId }) } })
  const create = (body: EventInput) => ok(app.origin, 'createEvent', { token, body })
  const contentOf = (html: string) => /<main[^]*<\/main>/.exec(html)![0]

  const week = { ...defaultWeek(), monday: { enabled: false, slots: [] } }
  week.saturday = { enabled: true, slots: [{ start: '10:00', end: '12:00' }] }
  test.each<[string, () => EventInput]>([
    ['the defaults', () => ({ title: 'Talk <b>' })],
    ['own hours', () => ({ title: 'Walk', weeklyAvailabilitySlots: week, timezone: 'America/New_York' })],
    ['a schedule', () => ({ title: 'Breakfast', scheduleId, description: 'https://example.com/menu' })],
    ['rules', () => ({ title: 'Review', rules: { durations: [15, 90], minimumNotice: 3 * 1440 } })],
    ['a later period', () => ({ title: 'Trip', eventStartUtc: '2027-03-01T00:00:00.000Z' })],
    ['a booking period', () => ({ title: 'Soon', bookingStartUtc: '2027-02-01T00:00:00.000Z' })],
  ])('of a new event with %s is the page it gets', async (_, input) => {
    const body = input()
    const { html, openings } = await preview(body)
    const { id, bookingUrlId } = await create(body)
    const response = await fetch(`${app.origin}/book/${bookingUrlId}`, {
      headers: { cookie: `${VIEWER_COOKIE}=${encodeURIComponent('Asia/Tokyo|24')}` },
    })
    expect(contentOf(html)).toBe(contentOf(await response.text()))
    const range = { dateFrom: '2027-01-04', dateTo: '2027-03-05', timezone: 'UTC' }
    const slots = body.bookingStartUtc
      ? []
      : await ok(app.origin, 'listSlots', { params: { id }, query: range })
    expect(openings).toEqual(slots.slice(0, 3))
  })

  test('runs nothing, whatever the event is called', async () => {
    const { html } = await preview({ title: '</title><script>alert(1)</script>' })
    expect(html).not.toContain('<script')
  })

  test('of a change shows the change and leaves the event as it is', async () => {
    const event = await create({ title: 'Intro', duration: 30 })
    const { html, openings } = await preview({ title: 'Longer intro', duration: 60 }, event.id)
    expect(html).toContain('Longer intro')
    expect(Date.parse(openings![0]!.endUtc) - Date.parse(openings![0]!.startUtc)).toBe(3_600_000)
    expect(await ok(app.origin, 'getEvent', { token, params: { id: event.id } })).toEqual(event)
  })

  test('counts the event’s own bookings', async () => {
    const input = {
      title: 'Once a day',
      rules: { limits: [{ per: 'day' as const, bookings: 1, minutes: null }] },
    }
    const event = await create(input)
    const before = await preview(input, event.id)
    await inviteeOf(app, event).booked(before.openings![0]!.startUtc)
    const { openings } = await preview(input, event.id)
    expect(openings![0]!.startUtc.slice(0, 10)).not.toBe(before.openings![0]!.startUtc.slice(0, 10))
  })

  test('of a paused event says that nobody can book it', async () => {
    const { html, openings } = await preview({ title: 'Talk', isEnabled: false })
    expect(html).toContain('Booking Not Available for This Event')
    expect(openings).toEqual([])
  })

  test('says that a calendar can’t be read', async () => {
    await googleFault(app.origin, { kind: 'status', status: 500, times: 0 })
    app.clock.now += 30 * 60_000
    const { html, openings } = await preview({ title: 'Talk' })
    await googleFault(app.origin, null)
    expect(openings).toBeNull()
    expect(html).toContain('We couldn’t load the available times.')
  })

  test('refuses what saving refuses, and what other hosts have', async () => {
    const other = (await signIn(app.origin, 'noah@example.com')).sessionToken
    const event = await create({ title: 'Intro' })
    const asked = (body: { event: EventInput; eventId?: string }, caller = token) =>
      call(app.origin, 'previewEvent', { token: caller, body: { ...body, viewer } })
    expect(await asked({ event: { title: 'Mine?' }, eventId: event.id }, other)).toMatchObject({
      status: 404,
    })
    expect(await asked({ event: { title: 'Mine?', scheduleId } }, other)).toMatchObject({
      status: 400,
      fields: { scheduleId: 'Choose a schedule from your list' },
    })
    expect(await asked({ event: { title: 'Mine?', calendarId: 'somebody@example.com' } })).toMatchObject({
      fields: { calendarId: 'Choose one of your own calendars' },
    })
    expect(await asked({ event: { title: '' } })).toMatchObject({ status: 400 })
    expect(await asked({ event: { title: 'Talk', bufferTime: 7 } })).toMatchObject({ status: 400 })
  })
})
