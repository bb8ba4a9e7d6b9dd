import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaultWeek } from '../../contract/hours/weekly-availability.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { events } from '../db/tables/events.ts'

describe('invalid events', () => {
  const app = setUpApp()
  let token: string
  beforeAll(async () => {
    token = (await signIn(app.origin, 'ada@example.com')).sessionToken
  })

  const create = (body: Record<string, unknown> = {}) =>
    ok(app.origin, 'createEvent', { token, body: { title: 'Talk', ...body } })
  const update = (id: string, body: unknown) =>
    call(app.origin, 'updateEvent', { token, params: { id }, body })

  const slot = (start: string, end: string) => ({ start, end })
  const monday = (...slots: unknown[]) => ({
    weeklyAvailabilitySlots: { ...defaultWeek(), monday: { enabled: true, slots } },
  })
  test.each<[string, Record<string, unknown>, string, string]>([
    ['no title', { title: undefined }, 'title', 'Event title is required'],
    ['a blank title', { title: ' \t ' }, 'title', 'Event title is required'],
    ['a title of which nothing shows', { title: '\u200b\u2060' }, 'title', 'Event title is required'],
    ['a title of control characters', { title: '\u202e\u0000' }, 'title', 'Event title is required'],
    [
      'a title of 10,000 characters',
      { title: 'x'.repeat(10_000) },
      'title',
      'Event title can have at most 200 characters',
    ],
    ['a title that is a number', { title: 7 }, 'title', 'Event title is required'],
    ['no duration', { duration: 0 }, 'duration', 'Duration must be a whole number of minutes from 5 to 1440'],
    [
      'a negative duration',
      { duration: -30 },
      'duration',
      'Duration must be a whole number of minutes from 5 to 1440',
    ],
    [
      'an absurd duration',
      { duration: 1e9 },
      'duration',
      'Duration must be a whole number of minutes from 5 to 1440',
    ],
    [
      'a broken duration',
      { duration: 30.5 },
      'duration',
      'Duration must be a whole number of minutes from 5 to 1440',
    ],
    [
      'a duration in words',
      { duration: '30' },
      'duration',
      'Duration must be a whole number of minutes from 5 to 1440',
    ],
    [
      'a negative buffer',
      { bufferTime: -5 },
      'bufferTime',
      'Buffer time must be one of 0, 5, 10, 15, 20, 25, 30 minutes',
    ],
    [
      'a buffer that is not offered',
      { bufferTime: 12 },
      'bufferTime',
      'Buffer time must be one of 0, 5, 10, 15, 20, 25, 30 minutes',
    ],
    [
      'an unknown zone',
      { timezone: 'Mars/Olympus' },
      'timezone',
      'Unknown time zone. Use an IANA name such as Europe/Berlin',
    ],
    [
      'an offset for a zone',
      { timezone: '+05:30' },
      'timezone',
      'Unknown time zone. Use an IANA name such as Europe/Berlin',
    ],
    [
      'an unknown way to meet',
      { meetVia: 'pigeon' },
      'meetVia',
      'Choose how to meet: google-meet, zoom, teams, phone, in-person',
    ],
    [
      'the year 99999',
      { eventStartUtc: '99999-01-01T00:00:00Z' },
      'eventStartUtc',
      'Use a date and time such as 2027-03-14T09:00:00.000Z',
    ],
    [
      'the year 2500',
      { eventStartUtc: '2500-01-01T00:00:00Z' },
      'eventStartUtc',
      'Enter a date between 2000 and 2099',
    ],
    [
      "somebody else's calendar",
      { calendarId: 'eve@example.com' },
      'calendarId',
      'Choose one of your own calendars',
    ],
    [
      'a period that ends before it starts',
      { eventStartUtc: '2027-03-02T12:00:00Z', eventEndUtc: '2027-03-01T12:00:00Z' },
      'eventStartUtc',
      'Start date cannot be after end date',
    ],
    [
      'a period that ends the same day before it starts',
      { eventStartUtc: '2027-03-02T15:00:00Z', eventEndUtc: '2027-03-02T14:00:00Z' },
      'eventStartUtc',
      'When start and end dates are the same, start time must be before end time',
    ],
    [
      'bookings that open after the event has begun',
      { eventStartUtc: '2027-03-02T15:00:00Z', bookingStartUtc: '2027-03-02T15:01:00Z' },
      'bookingStartUtc',
      'Booking availability start date and time cannot be after the event start date and time',
    ],
    [
      'a booking period that ends before it starts',
      { bookingStartUtc: '2027-03-05T15:00:00Z', bookingEndUtc: '2027-03-02T15:01:00Z' },
      'bookingStartUtc',
      'Booking availability start date cannot be after end date',
    ],
    [
      'a booking period that ends when it starts',
      { bookingStartUtc: '2027-03-02T15:00:00Z', bookingEndUtc: '2027-03-02T15:00:00Z' },
      'bookingStartUtc',
      'When booking start and end dates are the same, start time must be before end time',
    ],
    [
      'a reversed range',
      monday(slot('17:00', '09:00')),
      'weeklyAvailabilitySlots.monday.slots.0.end',
      'Start time must be before end time',
    ],
    [
      'an empty range',
      monday(slot('09:00', '09:00')),
      'weeklyAvailabilitySlots.monday.slots.0.end',
      'Start and end time cannot be the same',
    ],
    [
      'a range past midnight',
      monday(slot('09:00', '24:00')),
      'weeklyAvailabilitySlots.monday.slots.0.end',
      'Time must be within the same day (12:00 AM - 11:59 PM)',
    ],
    [
      'overlapping ranges',
      monday(slot('09:00', '12:00'), slot('11:59', '13:00')),
      'weeklyAvailabilitySlots.monday.slots.1.end',
      'Time slots cannot overlap with existing slots',
    ],
    [
      '1,000 ranges a day',
      monday(...Array.from({ length: 1000 }, () => slot('09:00', '09:01'))),
      'weeklyAvailabilitySlots.monday.slots',
      'A day can have at most 24 time slots',
    ],
    [
      'a week without a Sunday',
      { weeklyAvailabilitySlots: { ...defaultWeek(), sunday: undefined } },
      'weeklyAvailabilitySlots.sunday',
      'Each day needs an enabled flag and a list of slots',
    ],
    ['a flag in words', { isEnabled: 'yes' }, 'isEnabled', 'Use true or false'],
  ])('rejects %s on create and update', async (_name, wrong, field, message) => {
    const made = await call(app.origin, 'createEvent', { token, body: { title: 'Talk', ...wrong } })
    expect(made).toMatchObject({
      status: 400,
      code: 'validation_failed',
      error: message,
      fields: { [field]: message },
    })
    if (wrong['title'] === undefined && 'title' in wrong) return
    const { id } = await create()
    expect(await update(id, wrong)).toMatchObject({ status: 400, error: message })
    expect(await ok(app.origin, 'getEvent', { token, params: { id } })).toMatchObject({
      title: 'Talk',
      duration: 30,
    })
  })

  test('validates periods as they will be, also for partial updates', async () => {
    const { id } = await create({
      eventStartUtc: '2027-03-02T15:00:00Z',
      eventEndUtc: '2027-04-02T15:00:00Z',
    })
    expect(await update(id, { eventEndUtc: '2027-03-01T15:00:00Z' })).toMatchObject({
      status: 400,
      error: 'Start date cannot be after end date',
    })
    expect(await update(id, { bookingStartUtc: '2027-03-03T15:00:00Z' })).toMatchObject({ status: 400 })
  })

  test('an older event keeps a buffer time that is no longer offered', async () => {
    const { id } = await create()
    await app.db.update(events).set({ bufferTime: 45 }).where(eq(events.id, id))
    expect(await update(id, { title: 'Walk', bufferTime: 45 })).toMatchObject({ data: { bufferTime: 45 } })
    expect(await update(id, { bufferTime: 50 })).toMatchObject({
      status: 400,
      fields: { bufferTime: 'Buffer time must be one of 0, 5, 10, 15, 20, 25, 30 minutes' },
    })
  })
})
