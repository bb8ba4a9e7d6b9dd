import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { install, type Installation } from '../../../testing/server/installation.ts'
import { byInvitee } from '../../../testing/bookings/invitee.ts'
import { call, googleLog, ok, signIn } from '../../../testing/server/test-app.ts'

// The test starts processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 60_000 })

/**
 * How late a process may notice what another one did: what is asked for after that is current, however long it takes.
 */
const STALENESS_MS = 1000

let installation: Installation
beforeAll(async () => {
  installation = await install('postgres', 2)
})
afterAll(() => installation.end())

test('two processes share sign-ins, events, slots and bookings', async () => {
  const [one, two] = installation.servers.map(({ origin }) => origin) as [string, string]
  const { sessionToken: token } = await signIn(one, 'ada@example.com')
  expect((await ok(two, 'getUser', { token })).email).toBe('ada@example.com')
  const event = await ok(two, 'createEvent', { token, body: { title: 'Intro call', timezone: 'UTC' } })

  const inAWeek = (days: number) => new Date(Date.now() + (7 + days) * 86_400_000).toISOString().slice(0, 10)
  const query = { dateFrom: inAWeek(0), dateTo: inAWeek(7), timezone: 'UTC' }
  const startsAt = async (origin: string) =>
    (await ok(origin, 'listSlots', { params: { id: event.id }, query })).map(({ startUtc }) => startUtc)
  const offered = await startsAt(one)
  expect(await startsAt(two)).toEqual(offered)
  const [first, later] = [offered[0]!, offered.at(-1)!]
  const isOffered = async (origin: string, start: string) => (await startsAt(origin)).includes(start)
  /** What `read` answers once it may not be stale anymore, or earlier if it is `expected`. */
  const fresh = async <T>(read: () => Promise<T>, expected: T): Promise<T> => {
    const start = performance.now()
    for (;;) {
      const isOld = performance.now() - start >= STALENESS_MS
      const answer = await read()
      if (isOld || isDeepStrictEqual(answer, expected)) return answer
    }
  }

  const book = (origin: string, startUTC: string) =>
    call(origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })
  const booked = await book(one, first)
  if (!booked.success) throw new Error(booked.error)
  const { id } = booked.data
  expect(await fresh(() => isOffered(two, first), false)).toBe(false)
  expect(await book(two, first)).toMatchObject({ status: 409 })
  for (const origin of [one, two])
    expect((await ok(origin, 'listBookings', { token })).bookings).toMatchObject([{ id }])

  await expect.poll(() => writes(one)).toEqual(['events.insert'])

  const move = { fullName: 'Bob', email: 'bob@example.com', startUTC: later }
  expect(await call(two, 'updateBooking', { params: { id }, body: move, token })).toMatchObject({
    status: 200,
  })
  expect(await fresh(() => isOffered(one, first), true)).toBe(true)
  expect(await isOffered(one, later)).toBe(false)
  expect((await ok(one, 'getBooking', { params: { id } })).bookingData.startUtc).toBe(later)

  // A move that is still being written would bring the entry back, and it would be removed again.
  await expect.poll(() => writes(one)).toEqual(['events.insert', 'events.patch'])
  await ok(one, 'cancelBooking', { params: { id }, body: byInvitee })
  expect(await fresh(() => startsAt(two), offered)).toEqual(offered)
  expect(await call(two, 'cancelBooking', { params: { id }, body: byInvitee })).toMatchObject({ status: 409 })

  await expect.poll(() => writes(one)).toEqual(['events.insert', 'events.patch', 'events.delete'])
})

/** What was written into the host's calendar. Both processes look for work, and one of them does it. */
const writes = async (origin: string) =>
  (await googleLog(origin)).flatMap(({ method, status }) =>
    /insert|patch|delete/.test(method) && status < 300 ? [method] : [],
  )
