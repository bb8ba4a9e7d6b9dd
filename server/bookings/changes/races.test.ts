import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import type { EventRules } from '../../../contract/events/event-rules.ts'
import { defaultWeek, weekdays } from '../../../contract/hours/weekly-availability.ts'
import { overlaps } from '../../../availability/interval.ts'
import { databaseKinds } from '../../../testing/databases/databases.ts'
import { install, type Installation } from '../../../testing/server/installation.ts'
import { call, callUntilServed, ok, signIn } from '../../../testing/server/test-app.ts'
import { openDatabase } from '../../db/open.ts'
import { bookings } from '../../db/tables/bookings.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1)
const REQUESTS = 100

async function twoEvents(
  origin: string,
): Promise<{ events: Event[]; slotsOn: (day: string) => Promise<[Event, string][]> }> {
  const { sessionToken: token } = await signIn(origin, 'ada@example.com')
  const everyDay = { ...defaultWeek(), saturday: defaultWeek().monday, sunday: defaultWeek().monday }
  const make = (title: string, duration: number) =>
    ok(origin, 'createEvent', {
      token,
      body: { title, duration, timezone: 'UTC', weeklyAvailabilitySlots: everyDay },
    })
  const events = [await make('Half an hour', 30), await make('Three quarters', 45)]
  return {
    events,
    async slotsOn(day) {
      const query = { dateFrom: day, dateTo: day, timezone: 'UTC' }
      const lists = await Promise.all(
        events.map(async (event) => {
          const reply = await callUntilServed(origin, 'listSlots', { params: { id: event.id }, query })
          if (!reply.success) throw new Error(reply.error)
          return reply.data.map((slot): [Event, string] => [event, slot.startUtc])
        }),
      )
      return lists.flat()
    },
  }
}

const dayAfter = (days: number) => new Date(Date.now() + (days + 2) * DAY).toISOString().slice(0, 10)

/** Each request has a different address, because of the rate limit. */
let asked = 0
const elsewhere = () => ({
  'x-forwarded-for': `10.0.${Math.floor(++asked / 250) % 250}.${(asked % 250) + 1}`,
})

/** Requests a slot; null if there was no response. */
const book = (origin: string, [event, startUTC]: [Event, string], name: string) =>
  callUntilServed(origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: name, email: 'bob@example.com', startUTC },
    headers: elsewhere(),
  }).catch(() => null)

function expectDisjoint(booked: { start: number; end: number }[]) {
  const sorted = booked.toSorted((a, b) => a.start - b.start)
  for (const [index, one] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next) expect(overlaps(one, next), `${new Date(next.start).toISOString()} is booked twice`).toBe(false)
  }
}

/** The database content after every process has stopped. */
async function confirmed(where: Installation['where']) {
  const database = await openDatabase(where)
  try {
    const rows = await database.db.select().from(bookings)
    return rows.map(({ id, startAt, endAt, status }) => ({ id, status, start: startAt, end: endAt }))
  } finally {
    await database.close()
  }
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  let installation: Installation
  let slotsOn: Awaited<ReturnType<typeof twoEvents>>['slotsOn']
  beforeAll(async () => {
    installation = await install(kind)
    slotsOn = (await twoEvents(installation.servers[0]!.origin)).slotsOn
    // Longer than its servers may take, so that the one that doesn't start says why.
  }, 300_000)
  afterAll(() => installation.end())

  /** Ids of the bookings that a server confirmed. */
  const answered: string[] = []
  let day = 0

  test(`${REQUESTS} concurrent requests for overlapping slots of two events get each slot once`, async () => {
    const { servers } = installation
    for (let round = 0; round < ROUNDS; round++) {
      const date = dayAfter(day++)
      const slots = await slotsOn(date)
      expect(slots.length).toBeGreaterThan(20)
      const replies = await Promise.all(
        Array.from({ length: REQUESTS }, (_, index) =>
          book(servers[index % servers.length]!.origin, slots[(index * 7) % slots.length]!, `Guest ${index}`),
        ),
      )
      const statuses = new Set(replies.map((reply) => reply?.status))
      expect([...statuses].toSorted((a, b) => Number(a) - Number(b))).toEqual([201, 409])
      for (const reply of replies) if (reply?.success) answered.push(reply.data.id)
      expect(await slotsOn(date)).toEqual([])
    }
    expect(answered.length).toBeGreaterThan(ROUNDS * 10)
  }, 300_000)

  test('limits hold for concurrent requests', async () => {
    const { servers } = installation
    const { sessionToken: token } = await signIn(servers[0]!.origin, 'grace@example.com')
    const everyDay = Object.fromEntries(weekdays.map((name) => [name, defaultWeek().monday]))
    const make = (rules: Partial<EventRules>) =>
      ok(servers[0]!.origin, 'createEvent', {
        token,
        body: { title: 'Talk', timezone: 'UTC', weeklyAvailabilitySlots: everyDay, rules },
      })
    const slotsOfDays = async (event: Event, dateFrom: string, dateTo: string) => {
      const reply = await callUntilServed(servers[0]!.origin, 'listSlots', {
        params: { id: event.id },
        query: { dateFrom, dateTo, timezone: 'UTC' },
      })
      if (!reply.success) throw new Error(reply.error)
      return reply.data
    }
    /**
     * How often requests spread over the offered slots and the processes succeed; the others are refused with `code`.
     */
    const successes = async (event: Event, [from, to]: [string, string], code: string) => {
      const slots = await slotsOfDays(event, from, to)
      expect(slots.length).toBeGreaterThan(10)
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          book(
            servers[index % servers.length]!.origin,
            [event, slots[(index * 7) % slots.length]!.startUtc],
            `Guest ${index}`,
          ),
        ),
      )
      for (const reply of replies) if (reply?.success) answered.push(reply.data.id)
      const refused = replies.filter((reply) => !reply?.success)
      expect(refused.map((reply) => reply && !reply.success && reply.code)).toContain(code)
      expect(new Set(refused.map((reply) => reply?.status))).toEqual(new Set([409]))
      return replies.length - refused.length
    }
    for (let round = 0; round < ROUNDS; round++) {
      const date = dayAfter(day++)
      const limited = await make({ limits: [{ per: 'day', bookings: 3, minutes: null }] })
      expect(await successes(limited, [date, date], 'slot_not_found')).toBe(3)
      expect(await slotsOfDays(limited, date, date)).toEqual([])
      const days: [string, string] = [dayAfter(day++), dayAfter(day++)]
      expect(await successes(await make({ bookingsPerPerson: 2 }), days, 'too_many_for_person')).toBe(2)
    }
  }, 300_000)

  test("a killed process doesn't lose any confirmed booking", async () => {
    const { servers } = installation
    const victim = servers.length - 1
    for (let round = 0; round < ROUNDS; round++) {
      const slots = await slotsOn(dayAfter(day++))
      let killed: Promise<unknown> = Promise.resolve(null)
      let booked = 0
      await Promise.all(
        Array.from({ length: REQUESTS }, async (_, index) => {
          const { origin } = servers[index % servers.length]!
          const reply = await book(origin, slots[(index * 7) % slots.length]!, `Guest ${index}`)
          if (reply && !reply.success) expect(reply.status).toBe(409)
          if (!reply?.success) return
          answered.push(reply.data.id)
          if (++booked === round + 1) killed = servers[victim]!.kill('SIGKILL')
        }),
      )
      await killed
      expect(booked).toBeGreaterThan(round)
      await installation.restart(victim)
      for (const id of answered) {
        expect((await call(servers[victim]!.origin, 'getBooking', { params: { id } })).status).toBe(200)
      }
    }
  }, 300_000)

  test('the database holds every confirmed booking, and none that overlap', async () => {
    await Promise.all(installation.servers.map((server) => server.kill('SIGTERM')))
    const rows = await confirmed(installation.where)
    expectDisjoint(rows)
    const stored = new Set(rows.map((row) => row.id))
    expect(answered.filter((id) => !stored.has(id))).toEqual([])
    // Only a killed process can leave an unconfirmed booking.
    const confirmedIds = new Set(answered)
    const unconfirmed = rows.filter(({ id }) => !confirmedIds.has(id))
    expect(unconfirmed.filter(({ start }) => start < Date.parse(dayAfter(ROUNDS)))).toEqual([])
  })
})
