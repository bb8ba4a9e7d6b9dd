import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { databaseKinds, freshDatabase } from '../../testing/databases/databases.ts'
import { openDatabase } from './open.ts'
import { sqlState } from './sql-errors.ts'
import type { Database } from './database.ts'
import { hosts } from './tables/hosts.ts'
import { bookings } from './tables/bookings.ts'

const START = Date.parse('2027-01-04T14:00:00Z')

describe.each(databaseKinds)('on the %s database', (kind) => {
  let database: Database
  let dispose: () => Promise<void>
  beforeAll(async () => {
    const fresh = await freshDatabase(kind)
    dispose = fresh.dispose
    database = await openDatabase(fresh.where)
  })
  afterAll(async () => {
    await database.close()
    await dispose()
  })

  const newHost = async () => {
    const id = randomUUID()
    const text = { googleSub: id, email: '', name: '', firstName: '', lastName: '' }
    await database.db.insert(hosts).values({ id, ...text, createdAt: 0 })
    return id
  }
  const book = (hostId: string, startAt: number, changes: Partial<typeof bookings.$inferInsert> = {}) =>
    database.db.insert(bookings).values({
      hostId,
      id: randomUUID(),
      status: 'confirmed',
      title: '',
      description: '',
      meetVia: 'google-meet',
      timezone: 'UTC',
      calendarId: '',
      calendarEntryId: randomUUID(),
      fullName: '',
      email: '',
      startAt,
      endAt: startAt + HOUR,
      searchWho: '',
      searchWhat: '',
      createdAt: 0,
      updatedAt: 0,
      ...changes,
    })
  /** Null if the booking was created, otherwise the SQLSTATE of the error. */
  const outcome = (attempt: Promise<unknown>) => attempt.then(() => null, sqlState)

  test('only one of 50 concurrent bookings of a slot succeeds, every time', async () => {
    const hostId = await newHost()
    for (const day of [0, 1, 2]) {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => outcome(book(hostId, START + day * 24 * HOUR))),
      )
      expect(outcomes.filter((state) => state === null)).toHaveLength(1)
      // Two that wait for each other are a deadlock in PostgreSQL, which also rejects one of them.
      expect(outcomes.filter((state) => state === '23P01' || state === '40P01')).toHaveLength(49)
      expect(await database.db.select().from(bookings)).toHaveLength(day + 1)
    }
  })

  test('any overlap counts, but not touching, other hosts, or canceled bookings', async () => {
    const hostId = await newHost()
    expect(await outcome(book(hostId, START))).toBeNull()
    expect(await outcome(book(hostId, START + HOUR - 1))).toBe('23P01')
    expect(await outcome(book(hostId, START - HOUR + 1))).toBe('23P01')
    expect(await outcome(book(hostId, START - HOUR, { endAt: START + 2 * HOUR }))).toBe('23P01')
    expect(await outcome(book(hostId, START + HOUR))).toBeNull()
    expect(await outcome(book(hostId, START - HOUR))).toBeNull()
    expect(await outcome(book(await newHost(), START))).toBeNull()
    expect(await outcome(book(hostId, START, { status: 'canceled' }))).toBeNull()
  })

  test('a failed statement always has its SQLSTATE', async () => {
    const hostId = await newHost()
    const id = randomUUID()
    await book(hostId, START, { id })
    for (let time = 0; time < 2; time++) {
      expect(await outcome(book(hostId, START + HOUR, { id }))).toBe('23505')
      expect(await outcome(book(randomUUID(), START))).toBe('23503')
      expect(await outcome(book(hostId, START + HOUR, { endAt: START }))).toBe('23514')
    }
    await expect(book(hostId, START + HOUR)).resolves.toBeDefined()
  })
})

test('errors from elsewhere have no SQLSTATE', () => {
  expect(sqlState(Object.assign(new Error('no route'), { code: 'ECONNREFUSED' }))).toBeNull()
  expect(sqlState(Object.assign(new Error('gone'), { code: 'EPIPE' }))).toBeNull()
  expect(sqlState(new Error('outer', { cause: Object.assign(new Error('inner'), { code: '40001' }) }))).toBe(
    '40001',
  )
})
