import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/event.schema.ts'
import { defaultWeek } from '../../contract/weekly-availability.ts'
import { overlaps } from '../../availability/interval.ts'
import { databaseKinds, freshDatabase, type DatabaseKind } from '../../testing/databases.ts'
import { freePort } from '../../testing/postgres.ts'
import { startServer, type ServerProcess } from '../../testing/server-process.ts'
import { call, callUntilServed, ok, signIn } from '../../testing/test-app.ts'
import { openDatabase } from '../db/open.ts'
import { bookings } from '../db/schema.ts'

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1)
const REQUESTS = 200
const DAY = 86_400_000

interface Installation {
  where: { url: string } | { dir: string }
  servers: ServerProcess[]
  restart(index: number): Promise<void>
  end(): Promise<void>
}

/** One process on the embedded database, four on PostgreSQL. The first one runs the sandbox Google for all. */
async function install(kind: DatabaseKind): Promise<Installation> {
  const { where, dispose } = await freshDatabase(kind)
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-races-'))
  const key = randomBytes(32).toString('base64')
  const processes = kind === 'postgres' ? 4 : 1
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  const start = (index: number) => {
    const google = `http://localhost:${ports[0]}/sandbox/google`
    return startServer(ports[index]!, {
      ENCRYPTION_KEY: key,
      TRUST_PROXY: '1',
      DATA_DIR: 'dir' in where ? path.dirname(where.dir) : path.join(home, String(index)),
      ...('url' in where && { DATABASE_URL: where.url }),
      ...(index > 0 && {
        GOOGLE_ISSUER: google,
        GOOGLE_API_ROOT: `${google}/`,
        GOOGLE_CLIENT_ID: 'boomtime-sandbox',
        GOOGLE_CLIENT_SECRET: 'boomtime-sandbox',
      }),
    })
  }
  const servers: ServerProcess[] = []
  for (const index of ports.keys()) servers.push(await start(index))
  return {
    where,
    servers,
    async restart(index) {
      servers[index] = await start(index)
    },
    async end() {
      await Promise.all(servers.map((server) => server.kill('SIGTERM')))
      dispose()
      fs.rmSync(home, { recursive: true, force: true })
    },
  }
}

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
  }, 120_000)
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
