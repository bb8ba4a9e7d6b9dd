import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../contract/errors.ts'
import type { Event } from '../../contract/events/event.schema.ts'
import { ruleMessages } from '../../contract/events/event-rules.ts'
import { quotaMessages, quotas } from '../../contract/account/quotas.ts'
import { scheduleMessages } from '../../contract/schedules/schedule.ts'
import { defaultWeek } from '../../contract/hours/weekly-availability.ts'
import { ten } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { schedules } from '../db/tables/schedules.ts'
import { hosts } from '../db/tables/hosts.ts'

const vacation = { from: '2027-03-01', to: '2027-03-05', slots: [], name: 'Vacation' }
let hostCount = 0

describe('schedules', () => {
  const app = setUpApp()
  let token: string
  let hostId: string
  beforeEach(async () => {
    const session = await signIn(app.origin, `host${++hostCount}@example.com`)
    token = session.sessionToken
    hostId = session.user.id
  })

  const create = (body = {}) =>
    ok(app.origin, 'createSchedule', { token, body: { name: 'Office', timezone: 'Asia/Tokyo', ...body } })
  const update = (id: string, body: object) =>
    call(app.origin, 'updateSchedule', { token, params: { id }, body })
  const remove = (id: string) => call(app.origin, 'deleteSchedule', { token, params: { id } })
  const createEvent = (scheduleId: string, title = 'Talk') =>
    ok(app.origin, 'createEvent', { token, body: { title, scheduleId } })

  test('are created with defaults, listed by name with their events, and changed in part', async () => {
    const office = await create({ overrides: [vacation] })
    expect(office).toMatchObject({
      name: 'Office',
      timezone: 'Asia/Tokyo',
      weeklyAvailabilitySlots: defaultWeek(),
      overrides: [vacation],
      travels: [],
      holidays: null,
      holidayDates: [],
      events: [],
      version: 1,
    })
    const evenings = await create({ name: 'evenings' })
    await createEvent(office.id)
    expect((await update(office.id, { name: ' Work\n' })).status).toBe(200)
    const list = await ok(app.origin, 'listSchedules', { token })
    expect(list).toMatchObject([
      { id: evenings.id, name: 'evenings', events: [] },
      { id: office.id, name: 'Work', overrides: [vacation], events: [{ title: 'Talk' }], version: 2 },
    ])
  })

  test('start in the zone of the settings', async () => {
    await ok(app.origin, 'updateSettings', { token, body: { timezone: 'Europe/Paris' } })
    const created = await ok(app.origin, 'createSchedule', { token, body: { name: 'Home' } })
    expect(created.timezone).toBe('Europe/Paris')
  })

  test.each([
    [{ name: ' ' }, { name: scheduleMessages.name }],
    [
      { overrides: [vacation, { ...vacation, from: '2027-03-05', to: '2027-03-09' }] },
      { 'overrides.1.from': ruleMessages.overlap },
    ],
    [
      { travels: [{ from: '2027-03-05', to: '2027-03-01', timezone: 'Asia/Tokyo' }] },
      { 'travels.0.to': ruleMessages.dateOrder },
    ],
    [{ holidays: { country: 'XX' } }, { holidays: scheduleMessages.holidays }],
    [{ holidays: { country: 'DE', region: 'TX' } }, { holidays: scheduleMessages.holidays }],
  ])('refuse %j', async (body, fields) => {
    const answer = await call(app.origin, 'createSchedule', { token, body: { name: 'Office', ...body } })
    expect(answer).toMatchObject({ status: 400, fields })
  })

  test('are created once by repeated requests, also at once', async () => {
    const request = { token, headers: { 'idempotency-key': 'one' }, body: { name: 'Office' } }
    const answers = await Promise.all([
      ok(app.origin, 'createSchedule', request),
      ok(app.origin, 'createSchedule', request),
    ])
    expect(answers[0].id).toBe(answers[1].id)
    expect(await ok(app.origin, 'listSchedules', { token })).toHaveLength(1)
    const other = { ...request, body: { name: 'Home' } }
    expect(await call(app.origin, 'createSchedule', other)).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    })
  })

  test('take one of two changes that are made at once to the same version', async () => {
    const { id, version } = await create()
    const answers = await Promise.all([
      update(id, { name: 'Mine', version }),
      update(id, { name: 'Yours', version }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      code: 'edit_conflict',
      error: messages.editConflict,
    })
  })

  test('are limited in number, also when two are created at once', async () => {
    const { id } = await create()
    const [row] = await app.db.select().from(schedules).where(eq(schedules.id, id))
    await app.db
      .insert(schedules)
      .values(Array.from({ length: quotas.schedules - 2 }, () => ({ ...row!, id: crypto.randomUUID() })))
    const more = () => call(app.origin, 'createSchedule', { token, body: { name: 'More' } })
    const answers = await Promise.all([more(), more()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(answers.find(({ status }) => status === 403)).toMatchObject({ error: quotaMessages.schedules })
  })

  test('are deleted only if no event uses them, deleted ones that can be restored included', async () => {
    const { id } = await create()
    const talk = await createEvent(id)
    const chat = await createEvent(id, 'Chat')
    expect(await remove(id)).toMatchObject({
      status: 409,
      code: 'schedule_in_use',
      error: '2 events use this schedule. Choose other hours for them first.',
    })
    await ok(app.origin, 'deleteEvent', { token, params: { id: chat.id } })
    expect(await remove(id)).toMatchObject({
      error:
        '1 event and 1 deleted event that can still be restored use this schedule. Choose other hours for them first.',
    })
    await ok(app.origin, 'updateEvent', { token, params: { id: talk.id }, body: { scheduleId: null } })
    expect(await remove(id)).toMatchObject({
      error:
        '1 deleted event that can still be restored uses this schedule. Deleted events are removed after 24 hours.',
    })
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: chat.id },
      body: { isDeleted: false, scheduleId: null },
    })
    const answers = await Promise.all([remove(id), remove(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('are never used by an event after they were deleted at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await create()
      const body = { title: 'Talk', scheduleId: id }
      const [removed, used] = await Promise.all([
        remove(id),
        call(app.origin, 'createEvent', { token, body }),
      ])
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([removed.status, used.status])
    }
  })

  test('can’t be used by another host’s event', async () => {
    const { id } = await create()
    const other = (await signIn(app.origin, `host${++hostCount}@example.com`)).sessionToken
    const answer = await call(app.origin, 'createEvent', {
      token: other,
      body: { title: 'Talk', scheduleId: id },
    })
    expect(answer).toMatchObject({ status: 400, fields: { scheduleId: 'Choose a schedule from your list' } })
  })

  test('go with their host, although events use them', async () => {
    const { id } = await create()
    await createEvent(id)
    await app.db.delete(hosts).where(eq(hosts.id, hostId))
    expect(await app.db.$count(schedules, eq(schedules.hostId, hostId))).toBe(0)
  })

  test('decide about the slots of their events', async () => {
    const { id } = await create({ timezone: 'UTC' })
    const event = await createEvent(id)
    const slotsOn = (date: string) =>
      ok(app.origin, 'listSlots', {
        params: { id: event.id },
        query: { dateFrom: date, dateTo: date, timezone: 'UTC' },
      })
    const day = new Date(app.clock.now + 7 * 86_400_000).toISOString().slice(0, 10)
    const before = await slotsOn(day)
    expect(before.length).toBeGreaterThan(0)
    await update(id, { overrides: [{ from: day, to: day, slots: [], name: '' }] })
    expect(await slotsOn(day)).toEqual([])
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: {
        rules: { overrides: [{ from: day, to: day, slots: [{ start: '08:00', end: '09:00' }], name: '' }] },
      },
    })
    expect((await slotsOn(day)).map(({ startUtc }) => startUtc.slice(11, 16))).toEqual(['08:00', '08:30'])
  })

  describe('explain why a time isn’t offered', () => {
    let event: Event
    beforeEach(async () => {
      event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    })
    const explain = (start: string) =>
      ok(app.origin, 'explainSlot', { token, params: { id: event.id }, query: { start } })
    const reasons = async (start: string) => (await explain(start)).reasons
    const change = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    const withSchedule = async (values: Partial<typeof schedules.$inferInsert>) => {
      const id = randomUUID()
      await app.db.insert(schedules).values({
        hostId,
        id,
        name: 'Office',
        timezone: 'America/New_York',
        week: defaultWeek(),
        overrides: [],
        travels: [],
        holidayDates: [],
        createdAt: app.clock.now,
        updatedAt: app.clock.now,
        ...values,
      })
      await change({ scheduleId: id })
      return id
    }

    test('by their hours, dates and holidays', async () => {
      const holiday = { from: '2027-01-06', to: '2027-01-06', name: 'Epiphany', slots: [] }
      const closed = { from: '2027-01-05', to: '2027-01-05', name: '', slots: [] }
      const id = await withSchedule({
        timezone: 'Europe/Berlin',
        overrides: [closed],
        holidayDates: [holiday],
        travels: [{ from: '2027-01-07', to: '2027-01-07', timezone: 'Asia/Tokyo' }],
      })
      expect(await explain(ten)).toEqual({
        startUtc: ten,
        endUtc: '2027-01-04T15:30:00.000Z',
        isOffered: true,
        schedule: { id, name: 'Office' },
        reasons: [],
      })
      expect(await reasons('2027-01-05T15:00:00.000Z')).toEqual([
        { rule: 'override', source: 'schedule', timezone: 'Europe/Berlin', isTrip: false, ...closed },
      ])
      expect(await reasons('2027-01-06T15:00:00.000Z')).toEqual([
        { rule: 'holiday', source: 'schedule', name: 'Epiphany', from: '2027-01-06', to: '2027-01-06' },
        // In Tokyo, it is the next date, which the host spends there.
        {
          rule: 'hours',
          source: 'schedule',
          date: '2027-01-07',
          timezone: 'Asia/Tokyo',
          isTrip: true,
          slots: [{ start: '09:00', end: '17:00' }],
        },
      ])
      expect(await reasons('2027-01-07T01:00:00.000Z')).toEqual([])
      expect(await reasons('2027-01-07T12:00:00.000Z')).toMatchObject([
        { rule: 'hours', source: 'schedule', date: '2027-01-07', timezone: 'Asia/Tokyo' },
      ])
    })

    test('by everything that closes a date, in the order in which it counts', async () => {
      const holiday = { from: '2027-01-04', to: '2027-01-04', name: 'Epiphany', slots: [] }
      const morning = [{ start: '09:00', end: '12:00' }]
      const dates = { from: '2027-01-04', to: '2027-01-05' }
      await withSchedule({
        holidayDates: [holiday],
        overrides: [{ ...dates, name: 'Fair', slots: morning }],
      })
      await change({ rules: { overrides: [{ ...dates, name: 'Dentist', slots: [] }] } })
      const names = async (start: string) =>
        (await reasons(start)).map((reason) => 'name' in reason && [reason.source, reason.name])
      expect(await names('2027-01-04T19:00:00.000Z')).toEqual([
        ['event', 'Dentist'],
        ['schedule', 'Fair'],
        ['schedule', 'Epiphany'],
      ])
      // The fair alone would leave the morning open.
      expect(await names(ten)).toEqual([
        ['event', 'Dentist'],
        ['schedule', 'Epiphany'],
      ])
      expect(await names('2027-01-05T19:00:00.000Z')).toEqual([
        ['event', 'Dentist'],
        ['schedule', 'Fair'],
      ])
    })
  })
})
