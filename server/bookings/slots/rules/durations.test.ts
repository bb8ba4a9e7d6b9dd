import { expect, test } from 'vitest'
import { ruleMessages } from '../../../../contract/events/event-rules.ts'
import { idOf, setUpRules } from '../../../../testing/bookings/ruled-events.ts'
import { call, ok } from '../../../../testing/server/test-app.ts'

const { app, create, update, slots, starts, book, move } = setUpRules()
const day = ['2027-01-05'] as const
const notOffered = { status: 400, code: 'validation_failed', fields: { duration: ruleMessages.notOffered } }
const lengthOf = async (id: string) =>
  (await ok(app.origin, 'getBooking', { params: { id } })).bookingData.duration

test('each duration has slots of its own', async () => {
  const event = await create({ durations: [60, 45] })
  expect(event.rules.durations).toEqual([45, 60])
  expect(await starts(event, day)).toHaveLength(16)
  expect((await starts(event, day, { duration: '45' })).slice(0, 2)).toEqual(['01-05 09:00', '01-05 09:45'])
  const [first] = await slots(event, day, { duration: '60' })
  expect(first).toEqual({ startUtc: '2027-01-05T09:00:00.000Z', endUtc: '2027-01-05T10:00:00.000Z' })
})

test('a booking has the chosen duration, by default the event’s', async () => {
  const event = await create({ durations: [45] })
  expect(await lengthOf(await idOf(book(event, '01-05 09:45', { selectedDuration: 45 })))).toBe(45)
  expect(await lengthOf(await idOf(book(event, '01-05 11:00')))).toBe(30)
  // It doesn't start on the grid of the other duration.
  expect(await book(event, '01-06 09:30', { selectedDuration: 45 })).toMatchObject({ status: 409 })
})

test('a duration that isn’t offered is refused', async () => {
  const event = await create({ durations: [45] })
  expect(await book(event, '01-05 09:00', { selectedDuration: 60 })).toMatchObject(notOffered)
  const query = { dateFrom: '2027-01-05', dateTo: '2027-01-05', timezone: 'UTC' }
  for (const duration of ['60', '45.5', 'long']) {
    const asked = { params: { id: event.id }, query: { ...query, duration } }
    expect(await call(app.origin, 'listSlots', asked)).toMatchObject(notOffered)
  }
})

test('a moved booking keeps its duration as long as that is offered', async () => {
  const event = await create({ durations: [45] })
  const id = await idOf(book(event, '01-05 09:00', { selectedDuration: 45 }))
  expect((await starts(event, day, { bookingId: id })).slice(0, 2)).toEqual(['01-05 09:00', '01-05 09:45'])
  expect(await move(id, '01-05 10:00')).toMatchObject({ status: 409 })
  expect((await move(id, '01-05 10:30')).status).toBe(200)
  expect(await lengthOf(id)).toBe(45)
  await update(event, { rules: { durations: [] } })
  expect((await move(id, '01-05 10:00')).status).toBe(200)
  expect(await lengthOf(id)).toBe(30)
})

test('hours that are too short for one duration have slots of a shorter one', async () => {
  const overrides = [{ from: '2027-01-05', to: '2027-01-05', slots: [{ start: '10:00', end: '10:30' }] }]
  const event = await create({ durations: [45], overrides })
  expect(await starts(event, day, { duration: '45' })).toEqual([])
  expect(await starts(event, day)).toEqual(['01-05 10:00'])
})
