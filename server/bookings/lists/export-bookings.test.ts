import { and, eq, notInArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { BASE_PATH, CLIENT_HEADER, routes } from '../../../contract/api/routes.ts'
import { bookingRow, insertManyBookings } from '../../../testing/databases/booking-rows.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { bookingGuests, bookings } from '../../db/tables/bookings.ts'
import { bookingBatches } from './export-bookings.ts'

describe('the export of bookings', () => {
  const app = setUpApp({ log: (line) => logged.push(line) })
  let hosts = 0
  const logged: string[] = []

  const newHost = async () => {
    const { sessionToken: token, user } = await signIn(app.origin, `host${++hosts}@example.com`)
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro' } })
    return { token, hostId: user.id, eventId: event.id }
  }
  const exported = (token: string | null, query = '') =>
    fetch(`${app.origin}${BASE_PATH}${routes.exportBookings.path}${query}`, {
      headers: {
        [CLIENT_HEADER.name]: CLIENT_HEADER.value,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })

  test('is CSV in the host’s time zone with all answers and without ids that grant access', async () => {
    const { token, hostId, eventId } = await newHost()
    await ok(app.origin, 'updateSettings', { token, body: { timezone: 'Asia/Kathmandu' } })
    const question = { type: 'single-line', description: '', isRequired: false, options: [] }
    const row = bookingRow({
      hostId,
      eventId,
      startAt: Date.parse('2027-01-05T15:00:00Z'),
      fullName: '=HYPERLINK("https://evil.example")',
      createdAt: START_OF_TESTS,
      meetVia: 'in-person',
      location: 'Room 5',
      status: 'canceled',
      canceledAt: START_OF_TESTS,
      canceledBy: 'host',
      cancellationReason: 'Ill, "really"',
      customFields: [
        {
          id: 'c1',
          name: 'About you',
          description: '',
          type: 'generic',
          collectionStage: 'onBooking',
          fields: [
            { id: 'f1', label: 'Company', value: 'Weber', ...question } as never,
            { id: 'f2', label: 'Why?', value: ['Tea', 'Cake'], ...question } as never,
            { id: 'f3', label: 'Left out', value: null, ...question } as never,
          ],
        } as never,
      ],
    })
    await app.db.insert(bookings).values(row)
    const guests = ['ann@example.com', 'cy@example.com', row.email]
    await app.db
      .insert(bookingGuests)
      .values(guests.map((email) => ({ hostId, bookingId: row.id, email, invitedAt: START_OF_TESTS })))
    for (const name of ['VIP', 'Follow up', 'Other']) {
      const { id } = await ok(app.origin, 'createLabel', { token, body: { name, color: 'teal' } })
      if (name === 'Other') continue
      await ok(app.origin, 'labelBookings', { token, body: { bookingIds: [row.id], add: [id] } })
    }
    const response = await exported(token, '?booking_status=canceled')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    const text = new TextDecoder().decode(bytes)
    expect(text).not.toContain(row.id)
    const [{ sharedId }] = (await app.db
      .select({ sharedId: bookings.sharedId })
      .from(bookings)
      .where(eq(bookings.id, row.id))) as [{ sharedId: string }]
    expect(text.split('\r\n')).toEqual([
      '"Status","Event","Title","Start","End","Time zone","Duration (minutes)","Full name","Email","Guests","How to meet","Where",' +
        '"Description","Labels","Booked on","Canceled on","Canceled by","Cancellation reason","Booking ID","Start (UTC)","About you: Company","About you: Why?"',
      '"canceled","Intro","Intro call","2027-01-05 20:45","2027-01-05 21:15","Asia/Kathmandu",30,' +
        '"\'=HYPERLINK(""https://evil.example"")","bob@example.com","ann@example.com, cy@example.com","In person","Room 5",,"VIP, Follow up",' +
        '"2027-01-04 18:45","2027-01-04 18:45","host","Ill, ""really""",' +
        `"${sharedId}","2027-01-05 15:00","Weber","Tea, Cake"`,
      '',
    ])
    const there = await (await exported(token, '?booking_status=canceled&timezone=america%2Fnew_york')).text()
    expect(there).toContain('"2027-01-05 10:00","2027-01-05 10:30","America/New_York"')
    expect((await exported(token, '?timezone=Mars')).status).toBe(400)
  })

  test('contains every matching booking in order, however many', async () => {
    const { token, hostId, eventId } = await newHost()
    await insertManyBookings(app.db, { hostId, eventId, count: 1300, from: START_OF_TESTS })
    const starts = async (order: string) =>
      (await (await exported(token, `?order_by=${order}&booking_status=confirmed,canceled`)).text())
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[3]!)
    const ascending = await starts('start_utc')
    expect(new Set(ascending).size).toBe(1300)
    expect(ascending).toEqual(ascending.toSorted())
    expect(await starts('-start_utc')).toEqual(ascending.toReversed())
    expect((await (await exported(token, '?booking_q=no.7777')).text()).split('\r\n')).toHaveLength(2)
  })

  test.each([false, true])(
    'contains a booking once that changes since (descending: %s)',
    async (isDescending) => {
      const { hostId, eventId } = await newHost()
      await insertManyBookings(app.db, { hostId, eventId, count: 120, from: START_OF_TESTS })
      const order = { key: 'updated_at', isDescending } as const
      const batches = bookingBatches(app.db, hostId, eq(bookings.hostId, hostId), order)
      const first = (await batches.next()).value!.map(({ booking }) => booking)
      const rest = await app.db
        .select({ id: bookings.id })
        .from(bookings)
        .where(
          and(
            eq(bookings.hostId, hostId),
            notInArray(
              bookings.id,
              first.map(({ id }) => id),
            ),
          ),
        )
      const touch = (id: string, updatedAt: number) =>
        app.db
          .update(bookings)
          .set({ updatedAt })
          .where(and(eq(bookings.hostId, hostId), eq(bookings.id, id)))
      // One that was read moves behind the others, and one that wasn't before them.
      const [behind, before] = isDescending ? [0, 2 * START_OF_TESTS] : [2 * START_OF_TESTS, 0]
      await touch(first[0]!.id, behind)
      await touch(rest[0]!.id, before)
      const ids = first.map(({ id }) => id)
      for await (const rows of batches) ids.push(...rows.map(({ booking }) => booking.id))
      expect(ids).toHaveLength(120)
      expect(new Set(ids).size).toBe(120)
    },
  )

  test('fails like any other call before the first row, without logging the query', async () => {
    const { token } = await newHost()
    await app.db.execute(sql`alter table bookings rename to away`)
    try {
      const response = await exported(token, '?booking_ids=secret-id')
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({ success: false, code: 'internal_error' })
    } finally {
      await app.db.execute(sql`alter table away rename to bookings`)
    }
    expect(logged.join('')).not.toContain('secret-id')
  })

  test('aborts the connection if it fails halfway', async () => {
    const { token, hostId, eventId } = await newHost()
    const row = (n: number) => bookingRow({ hostId, eventId, startAt: START_OF_TESTS + n * 3_600_000 })
    await app.db.insert(bookings).values(Array.from({ length: 501 }, (_, n) => row(n)))
    // Reading the answers needs a column for them.
    const field = { id: 'f', type: 'single-line', label: 'Company', value: 'Weber' }
    const customFields = [{ id: 'c', name: 'About you', fields: [field] }] as never
    await app.db.insert(bookings).values({ ...row(550), customFields })
    const unreadable = { ...row(600), customFields: {} as never }
    await app.db.insert(bookings).values(unreadable)
    await expect(exported(token).then((response) => response.text())).rejects.toThrow()
    await expect.poll(() => logged.filter((line) => line.includes('sending a file failed'))).toHaveLength(1)
    expect(logged.join('')).not.toContain(unreadable.id)
  })

  test('belongs only to the host, and rejects invalid filters', async () => {
    expect((await exported(null)).status).toBe(401)
    const { token } = await newHost()
    expect((await exported(token, '?order_by=name')).status).toBe(400)
    expect((await (await exported(token)).text()).split('\r\n')).toHaveLength(2)
  })
})
