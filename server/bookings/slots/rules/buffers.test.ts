import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../../../contract/events/event.schema.ts'
import { VIEWER_COOKIE } from '../../../../contract/time/viewer.ts'
import { everyDay, idOf, setUpRules } from '../../../../testing/bookings/ruled-events.ts'
import { ok } from '../../../../testing/server/test-app.ts'

const { app, host, create, update, slots, starts, book, move, cancel } = setUpRules()
const taken = { status: 409, code: 'slot_not_found' }
const day = ['2027-01-05'] as const
const every30 = { startTimes: { every: 30 } } as const

/** The last start offered before a booking at noon, and the first one after it. */
async function around(event: Event, more: Parameters<typeof starts>[2] = {}) {
  const times = (await starts(event, day, more)).map((start) => start.slice(6))
  return [times.findLast((time) => time < '12:00'), times.find((time) => time >= '12:00')]
}

const explain = (event: Event, start: string) =>
  ok(app.origin, 'explainSlot', {
    token: host.token,
    params: { id: event.id },
    query: { start: `2027-01-05T${start}:00Z` },
  })

test('a booking keeps its buffers from later bookings of its own event', async () => {
  const before = await create({ ...every30, bufferBefore: 30, bufferAfter: 0 }, { duration: 60 })
  const id = await idOf(book(before, '01-05 12:00'))
  // The buffer after it belongs to the slot before: none.
  expect(await around(before)).toEqual(['10:30', '13:30'])
  expect(await book(before, '01-05 11:00')).toMatchObject(taken)
  await cancel(id)
  const after = await create({ ...every30, bufferBefore: 0, bufferAfter: 30 }, { duration: 60 })
  await idOf(book(after, '01-05 12:00'))
  expect(await around(after)).toEqual(['10:30', '13:30'])
  expect(await book(after, '01-05 13:00')).toMatchObject(taken)
})

test('a booking keeps its buffers from other events, also when its own event is deleted', async () => {
  const wide = await create({ bufferBefore: 30, bufferAfter: 30 }, { duration: 60 })
  const narrow = await create({ startTimes: { every: 15 } }, { duration: 30, bufferTime: 0 })
  await idOf(book(wide, '01-05 12:00'))
  expect(await around(narrow)).toEqual(['11:00', '13:30'])
  for (const start of ['11:15', '11:30', '13:00', '13:15'])
    expect(await book(narrow, `01-05 ${start}`)).toMatchObject(taken)
  await ok(app.origin, 'deleteEvent', { token: host.token, params: { id: wide.id } })
  expect(await around(narrow)).toEqual(['11:00', '13:30'])
  await idOf(book(narrow, '01-05 11:00'))
  await idOf(book(narrow, '01-05 13:30'))
})

test('a moved booking keeps its buffers at its new time, and not at its old one', async () => {
  const wide = await create({ bufferBefore: 30, bufferAfter: 30 }, { duration: 60 })
  const narrow = await create({ startTimes: { every: 15 } }, { duration: 30, bufferTime: 0 })
  const id = await idOf(book(wide, '01-05 09:00'))
  const other = await idOf(book(narrow, '01-05 15:00'))
  await move(id, '01-05 12:00')
  expect(await around(narrow)).toEqual(['11:00', '13:30'])
  expect((await starts(narrow, day))[0]).toBe('01-05 09:00')
  expect(await move(other, '01-05 11:30')).toMatchObject(taken)
  expect(await move(other, '01-05 11:00')).toMatchObject({ status: 200 })
})

test('upcoming bookings follow their event’s new buffers', async () => {
  const wide = await create({ ...every30 }, { duration: 60, bufferTime: 0 })
  const narrow = await create(every30, { duration: 30, bufferTime: 0 })
  await idOf(book(wide, '01-05 12:00'))
  expect(await around(narrow)).toEqual(['11:30', '13:00'])
  await update(wide, { rules: { bufferBefore: 90 } })
  expect(await around(narrow)).toEqual(['10:00', '13:00'])
  await update(wide, { bufferTime: 30 })
  expect(await around(narrow)).toEqual(['11:00', '13:30'])
  await update(wide, { title: 'Renamed' })
  expect(await around(narrow)).toEqual(['11:00', '13:30'])
})

test('a booking by a one-off link keeps the larger buffer of both', async () => {
  const wide = await create({ ...every30, bufferBefore: 0, bufferAfter: 60 }, { duration: 60 })
  const narrow = await create(every30, { duration: 30, bufferTime: 0 })
  const link = await ok(app.origin, 'createEventLink', {
    token: host.token,
    params: { id: wide.id },
    body: { rules: { bufferBefore: 60, bufferAfter: 30 } },
  })
  await idOf(book(link, '01-05 12:00'))
  expect(await around(narrow)).toEqual(['10:30', '14:00'])
  await update(wide, { rules: { bufferBefore: 30, bufferAfter: 0 } })
  expect(await around(narrow)).toEqual(['10:30', '13:30'])
})

test('the explanation names the booking that keeps time free, and Book anyway may use it', async () => {
  const wide = await create({ bufferBefore: 30, bufferAfter: 45 }, { duration: 60 })
  const narrow = await create({ startTimes: { every: 15 } }, { duration: 30, bufferTime: 0 })
  const bookingId = await idOf(book(wide, '01-05 12:00'))
  const reason = { rule: 'booking', bookingId, isBuffer: true }
  expect((await explain(narrow, '11:15')).reasons).toMatchObject([
    { ...reason, keepsFree: { side: 'before', minutes: 30 } },
  ])
  expect((await explain(narrow, '13:30')).reasons).toMatchObject([
    { ...reason, keepsFree: { side: 'after', minutes: 45 } },
  ])
  expect((await explain(narrow, '13:45')).reasons).toEqual([])
  const anyway = await ok(app.origin, 'createBooking', {
    token: host.token,
    query: { bookingUrlId: narrow.bookingUrlId },
    body: {
      fullName: 'Bob',
      email: 'bob@example.com',
      startUTC: '2027-01-05T11:15:00Z',
      byHost: true,
      bookAnyway: true,
    },
  })
  expect(anyway.id).toBeTruthy()
})

test('a booking on the day before keeps its buffer after midnight', async () => {
  const nights = { week: { enabled: true, slots: [{ start: '00:00', end: '23:59' }] } }
  const weeklyAvailabilitySlots = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name) => [
      name,
      nights.week,
    ]),
  ) as never
  const wide = await create({ bufferAfter: 24 * 60 }, { duration: 60, weeklyAvailabilitySlots })
  const narrow = await create(every30, { duration: 30, bufferTime: 0, weeklyAvailabilitySlots })
  await idOf(book(wide, '01-05 22:00'))
  expect((await starts(narrow, ['2027-01-06', '2027-01-06']))[0]).toBe('01-06 23:00')
})

const minutes = fc.constantFrom(null, 0, 10, 45, 90)
const buffers = fc.record({
  bufferTime: fc.constantFrom(0, 15, 30),
  rules: fc.record({ bufferBefore: minutes, bufferAfter: minutes, startTimes: fc.constant({ every: 15 }) }),
})

const eventEndUtc = '2027-01-07T00:00:00.000Z'

test('the preview of other buffers offers what saving them does', async () => {
  await fc.assert(
    fc.asyncProperty(buffers, buffers, minutes, fc.array(fc.nat(), { maxLength: 3 }), async (...random) => {
      const [first, next, ofLink, booked] = random
      const [event, other] = [await create({}, { ...first, eventEndUtc }), await create(first.rules)]
      const link = await ok(app.origin, 'createEventLink', {
        token: host.token,
        params: { id: event.id },
        body: { maxUses: 9, rules: ofLink === null ? {} : { bufferBefore: ofLink } },
      })
      const made: string[] = []
      for (const [nth, at] of booked.entries()) {
        const open = await starts(event, day)
        const by = [event, link, other][(at + nth) % 3]!
        const booking = await book(by, open[at % open.length] ?? '01-06 12:00')
        if (booking.success) made.push(booking.data.id)
      }
      const change = {
        title: 'Talk',
        timezone: 'UTC',
        weeklyAvailabilitySlots: everyDay(),
        eventEndUtc,
        ...next,
      }
      const viewer = { timezone: 'UTC', timeFormat: '24hour' as const }
      const { html, openings } = await ok(app.origin, 'previewEvent', {
        token: host.token,
        body: { eventId: event.id, event: change, viewer },
      })
      await update(event, change)
      const page = await fetch(`${app.origin}/book/${event.bookingUrlId}`, {
        headers: { cookie: `${VIEWER_COOKIE}=${encodeURIComponent('UTC|24')}` },
      })
      expect(mainOf(html)).toBe(mainOf(await page.text()))
      expect(openings).toEqual((await slots(event, ['2027-01-04', '2027-01-08'])).slice(0, 3))
      for (const id of made) await cancel(id)
    }),
    { numRuns: 12 },
  )
})

const mainOf = (html: string) => /<main[^]*<\/main>/.exec(html)![0]
