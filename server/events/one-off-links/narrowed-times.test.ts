import { describe, expect, test } from 'vitest'
import { eventLinkMessages, type LinkRules } from '../../../contract/events/one-off-links.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { ruleMessages } from '../../../contract/events/event-rules.ts'
import { timeRangeMessages } from '../../../contract/hours/weekly-availability.ts'
import { everyDay, idOf, setUpRules } from '../../../testing/bookings/ruled-events.ts'
import { call, ok } from '../../../testing/server/test-app.ts'

const taken = { status: 409, code: 'slot_not_found' }
const refused = { status: 409, code: 'too_many_for_person' }

/** A Monday. */
const monday = ['2027-01-11'] as const
const hours = (...slots: { start: string; end: string }[]) => {
  const day = { enabled: true, slots }
  return { ...everyDay(), monday: day, tuesday: day, wednesday: day, thursday: day, friday: day }
}

describe('a one-off link', () => {
  const { app, host, create, update, starts, book, move, cancel } = setUpRules()
  const linkTo = (event: Event, rules: Partial<LinkRules>, maxUses: number | null = null) =>
    ok(app.origin, 'createEventLink', {
      token: host.token,
      params: { id: event.id },
      body: { maxUses, rules },
    })
  const through = ({ bookingUrlId }: { bookingUrlId: string }) => ({ bookingUrlId })
  const explain = (event: Event, start: string, link?: { bookingUrlId: string }, token = host.token) =>
    call(app.origin, 'explainSlot', {
      token,
      params: { id: event.id },
      query: { start: `2027-${start.replace(' ', 'T')}:00Z`, ...(link && through(link)) },
    })
  const reasons = async (...args: Parameters<typeof explain>) => {
    const reply = await explain(...args)
    return reply.success ? reply.data.reasons : reply
  }

  test('with hours offers what lies in them and in the event’s', async () => {
    const event = await create()
    const week = hours({ start: '07:00', end: '10:15' }, { start: '16:20', end: '20:00' })
    const link = await linkTo(event, { weeklyAvailabilitySlots: week })
    expect(await starts(event, monday, through(link))).toEqual(['01-11 09:00', '01-11 09:30', '01-11 16:30'])
    expect(await book(link, '01-11 10:00')).toMatchObject(taken)
    expect(await book(link, '01-11 08:00')).toMatchObject(taken)
    const id = await idOf(book(link, '01-11 09:00'))
    expect(await move(id, '01-11 12:00')).toMatchObject(taken)
    expect((await move(id, '01-11 16:30')).status).toBe(200)
    // The event's own link isn't narrowed.
    expect((await book(event, '01-11 12:00')).status).toBe(201)
    expect(await reasons(event, '01-11 13:00', link)).toEqual([
      {
        rule: 'hours',
        source: 'link',
        date: '2027-01-11',
        timezone: 'UTC',
        isTrip: false,
        slots: week.monday.slots,
      },
    ])
    expect(await reasons(event, '01-11 13:00')).toEqual([])
    await cancel(id)
  })

  test('with dates closes them or narrows their hours', async () => {
    const event = await create({
      overrides: [{ from: '2027-01-13', to: '2027-01-13', slots: [], name: '' }],
    })
    const closed = { from: '2027-01-11', to: '2027-01-11', slots: [], name: 'Trip' }
    const short = {
      from: '2027-01-12',
      to: '2027-01-13',
      slots: [{ start: '16:30', end: '19:00' }],
      name: '',
    }
    const link = await linkTo(event, { overrides: [closed, short] })
    expect(link.rules).toEqual({ overrides: [closed, short] })
    expect(await starts(event, ['2027-01-11', '2027-01-13'], through(link))).toEqual(['01-12 16:30'])
    expect(await book(link, '01-11 09:00')).toMatchObject(taken)
    expect((await starts(event, ['2027-01-14'], through(link))).length).toBe(16)
    expect(await reasons(event, '01-11 09:00', link)).toEqual([
      { rule: 'override', source: 'link', timezone: 'UTC', isTrip: false, ...closed },
    ])
    expect(await reasons(event, '01-13 16:30', link)).toMatchObject([{ rule: 'override', source: 'event' }])
  })

  test('reads hours in the zone of the event’s schedule, whichever that is by then', async () => {
    const { token } = host
    const body = { name: 'Tokyo', timezone: 'Asia/Tokyo', weeklyAvailabilitySlots: everyDay() }
    const { id: scheduleId } = await ok(app.origin, 'createSchedule', { token, body })
    const event = await create()
    const link = await linkTo(event, {
      weeklyAvailabilitySlots: hours({ start: '09:00', end: '10:00' }),
      startTimes: { at: [30] },
    })
    expect(await starts(event, monday, through(link))).toEqual(['01-11 09:30'])
    await update(event, { scheduleId })
    expect(await starts(event, monday, through(link))).toEqual(['01-11 00:30'])
  })

  test('with start times leaves out the event’s others', async () => {
    const event = await create({ startTimes: { every: 20 } })
    const link = await linkTo(event, { startTimes: { at: [30, 0] } })
    expect(link.rules).toEqual({ startTimes: { at: [0, 30] } })
    const offered = await starts(event, monday, through(link))
    expect([offered[0], offered[1], offered.length]).toEqual(['01-11 09:00', '01-11 10:00', 8])
    expect(await book(link, '01-11 09:20')).toMatchObject(taken)
    expect(await reasons(event, '01-11 09:20', link)).toEqual([
      { rule: 'startTimes', source: 'link', startTimes: { at: [0, 30] }, duration: 30 },
    ])
    // Not one of the event's.
    expect(await book(link, '01-11 09:30')).toMatchObject(taken)
    expect((await book(link, '01-11 10:00')).status).toBe(201)
  })

  test('allows a person the smaller number of bookings', async () => {
    const event = await create({ bookingsPerPerson: 2 })
    const [one, three] = [
      await linkTo(event, { bookingsPerPerson: 1 }),
      await linkTo(event, { bookingsPerPerson: 3 }),
    ]
    await idOf(book(three, '01-11 09:00'))
    // All of the event's upcoming bookings count.
    expect(await book(one, '01-11 10:00')).toMatchObject(refused)
    await idOf(book(three, '01-11 10:00'))
    expect(await book(three, '01-11 11:00')).toMatchObject(refused)
    expect((await book(one, '01-11 11:00', { email: 'eve@example.com' })).status).toBe(201)
  })

  test('allows a person as many bookings when requests come at the same time, or an address is changed', async () => {
    const event = await create()
    const link = await linkTo(event, { bookingsPerPerson: 2 })
    const replies = await Promise.all(
      ['09', '10', '11', '12', '13'].map((hour) => book(link, `01-11 ${hour}:00`)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    for (const reply of replies.filter(({ status }) => status !== 201)) expect(reply).toMatchObject(refused)
    const id = await idOf(book(link, '01-11 15:00', { email: 'eve@example.com' }))
    const change = { fullName: 'Eve', email: 'BOB@example.com', startUTC: '2027-01-11T15:00:00Z' }
    expect(await call(app.origin, 'updateBooking', { params: { id }, body: change })).toMatchObject(refused)
  })

  test('refuses invalid rules with a reason for each', async () => {
    const event = await create()
    const fields = async (rules: object) => {
      const reply = await call(app.origin, 'createEventLink', {
        token: host.token,
        params: { id: event.id },
        body: { rules },
      })
      return 'fields' in reply ? reply.fields : reply
    }
    const backwards = { enabled: true, slots: [{ start: '10:00', end: '09:00' }] }
    expect(await fields({ weeklyAvailabilitySlots: { ...everyDay(), monday: backwards } })).toEqual({
      'rules.weeklyAvailabilitySlots.monday.slots.0.end': timeRangeMessages.startAfterEnd,
    })
    expect(await fields({ overrides: [{ from: '2027-01-02', to: '2027-01-01', slots: [] }] })).toEqual({
      'rules.overrides.0.to': ruleMessages.dateOrder,
    })
    expect(await fields({ startTimes: { at: [60] } })).toEqual({ 'rules.startTimes.at.0': ruleMessages.at })
    expect(await fields({ startTimes: { at: [0], every: 30 } })).toEqual({
      'rules.startTimes': eventLinkMessages.startTimes,
    })
    expect(await fields({ bookingsPerPerson: 0 })).toEqual({
      'rules.bookingsPerPerson': ruleMessages.bookingsPerPerson,
    })
  })

  test('explains its own rules by name, also once it is used up', async () => {
    const event = await create({ minimumNotice: 60 })
    const window = { type: 'fixed', from: '2027-01-04', to: '2027-01-08' } as const
    const limit = { per: 'day', bookings: 1, minutes: null } as const
    const notice = 14 * 1_440
    const link = await linkTo(event, { bookingWindow: window, limits: [limit], minimumNotice: notice }, 1)
    await idOf(book(event, '01-11 09:00'))
    expect(await reasons(event, '01-11 12:00', link)).toEqual([
      { rule: 'minimumNotice', source: 'link', minutes: notice },
      { rule: 'bookingWindow', source: 'link', window },
      { rule: 'limit', source: 'link', limit },
    ])
    const once = await linkTo(event, {}, 1)
    await idOf(book(once, '01-11 10:00'))
    expect(await reasons(event, '01-11 12:00', once)).toEqual([
      { rule: 'notAccepting', because: 'linkClosed' },
    ])
  })

  test('explains nothing about another event', async () => {
    const [event, other] = [await create(), await create()]
    const link = await linkTo(other, {})
    expect(await explain(event, '01-11 12:00', link)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await explain(event, '01-11 12:00', { bookingUrlId: 'link_x' })).toMatchObject({
      code: 'link_deleted',
    })
  })
})
