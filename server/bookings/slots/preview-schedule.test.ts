import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import type { ScheduleChange } from '../../../contract/schedules/schedule.schema.ts'
import { defaultWeek } from '../../../contract/hours/weekly-availability.ts'
import { inviteeOf } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'

const PREVIEWED = 28 * DAY

describe('the effect of a change of a schedule', () => {
  const app = setUpApp()
  let token: string
  let id: string
  let events: Event[]
  const [monday, tuesday, wednesday] = [
    '2027-01-11T09:00:00.000Z',
    '2027-01-12T15:00:00.000Z',
    '2027-01-20T16:00:00.000Z',
  ] as const
  beforeAll(async () => {
    token = (await signIn(app.origin, 'maya@example.com')).sessionToken
    const body = { name: 'Office', timezone: 'UTC', weeklyAvailabilitySlots: defaultWeek() }
    id = (await ok(app.origin, 'createSchedule', { token, body })).id
    const limits = [{ per: 'week' as const, bookings: 1, minutes: null }]
    events = await Promise.all(
      [
        { title: 'Talk', duration: 30, scheduleId: id },
        { title: 'Review', duration: 60, scheduleId: id, rules: { limits } },
        { title: 'Own hours' },
        { title: 'Paused', scheduleId: id, isEnabled: false },
      ].map((event) => ok(app.origin, 'createEvent', { token, body: event })),
    )
    const book = (event: Event, at: string) => inviteeOf(app, event).booked(at)
    await book(events[0]!, monday)
    await book(events[0]!, tuesday)
    await book(events[1]!, wednesday)
  })

  const preview = (body: ScheduleChange) => ok(app.origin, 'previewSchedule', { token, params: { id }, body })
  const startsOf = async (event: Event) => {
    const slots = await ok(app.origin, 'listSlots', {
      params: { id: event.id },
      query: { dateFrom: '2027-01-03', dateTo: '2027-02-02', timezone: 'UTC' },
    })
    return slots.map(({ startUtc }) => startUtc).filter((at) => Date.parse(at) < START_OF_TESTS + PREVIEWED)
  }
  const missing = (some: string[], others: string[]) => some.filter((start) => !others.includes(start)).length

  const week = { ...defaultWeek(), monday: { enabled: false, slots: [] } }
  week.saturday = { enabled: true, slots: [{ start: '10:00', end: '12:00' }] }

  test.each<[string, ScheduleChange, string[]]>([
    ['other weekly hours', { weeklyAvailabilitySlots: week }, [monday]],
    ['another zone', { timezone: 'Asia/Kolkata' }, [tuesday, wednesday]],
    [
      'closed dates',
      { overrides: [{ from: '2027-01-12', to: '2027-01-20', slots: [], name: '' }] },
      [tuesday, wednesday],
    ],
    ['a trip', { travels: [{ from: '2027-01-18', to: '2027-01-22', timezone: 'America/Denver' }] }, []],
    ['holidays', { holidays: { country: 'DE', region: 'BY', off: [] } }, []],
  ])('of %s is what saving does', async (_name, change, outside) => {
    const original = await ok(app.origin, 'getSchedule', { token, params: { id } })
    const users = events.slice(0, 2)
    const before = await Promise.all(users.map(startsOf))
    const effect = await preview(change)
    await ok(app.origin, 'updateSchedule', { token, params: { id }, body: change })
    const after = await Promise.all(users.map(startsOf))
    const counts = users.map((_event, at) => ({
      removed: missing(before[at]!, after[at]!),
      added: missing(after[at]!, before[at]!),
    }))
    expect(effect).toEqual({
      slotsRemoved: counts.reduce((sum, { removed }) => sum + removed, 0),
      slotsAdded: counts.reduce((sum, { added }) => sum + added, 0),
      events: users
        .filter((_event, at) => counts[at]!.removed + counts[at]!.added > 0)
        .map(({ title }) => title)
        .toSorted(),
      bookingsOutside: outside.length,
      firstOutside: outside.map((startUtc) => ({ fullName: 'Bob', startUtc })),
    })
    expect(effect.slotsRemoved + effect.slotsAdded).toBeGreaterThan(0)
    const { weeklyAvailabilitySlots, timezone, overrides, travels, holidays } = original
    const body = { weeklyAvailabilitySlots, timezone, overrides, travels, holidays }
    await ok(app.origin, 'updateSchedule', { token, params: { id }, body })
    expect(await Promise.all(users.map(startsOf))).toEqual(before)
  })

  test('of a new name is none, and previewing changes nothing', async () => {
    const before = await ok(app.origin, 'getSchedule', { token, params: { id } })
    expect(await preview({ name: 'Work' })).toEqual({
      slotsRemoved: 0,
      slotsAdded: 0,
      events: [],
      bookingsOutside: 0,
      firstOutside: [],
    })
    await preview({ timezone: 'Asia/Tokyo' })
    expect(await ok(app.origin, 'getSchedule', { token, params: { id } })).toEqual(before)
  })

  test('doesn’t count bookings that lie outside the present hours already', async () => {
    const closed = { from: '2027-01-11', to: '2027-01-11', slots: [], name: '' }
    await ok(app.origin, 'updateSchedule', { token, params: { id }, body: { overrides: [closed] } })
    const wider = { ...closed, to: '2027-01-12' }
    expect(await preview({ overrides: [wider] })).toMatchObject({ bookingsOutside: 1 })
    await ok(app.origin, 'updateSchedule', { token, params: { id }, body: { overrides: [] } })
  })

  test('counts the bookings of a paused event, but not its slots', async () => {
    const body = { name: 'Home', timezone: 'UTC', weeklyAvailabilitySlots: defaultWeek() }
    const own = (await ok(app.origin, 'createSchedule', { token, body })).id
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', scheduleId: own } })
    await inviteeOf(app, event).booked('2027-01-13T09:00:00.000Z')
    const paused = { token, params: { id: event.id }, body: { isEnabled: false } }
    await ok(app.origin, 'updateEvent', paused)
    const overrides = [{ from: '2027-01-13', to: '2027-01-13', slots: [], name: '' }]
    expect(
      await ok(app.origin, 'previewSchedule', { token, params: { id: own }, body: { overrides } }),
    ).toMatchObject({ slotsRemoved: 0, slotsAdded: 0, events: [], bookingsOutside: 1 })
  })
})
