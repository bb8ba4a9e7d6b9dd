import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { buildRequest } from '../../../contract/api/client.ts'
import { routes } from '../../../contract/api/routes.ts'
import { databaseKinds, freshDatabase } from '../../../testing/databases/databases.ts'
import { photoRow } from '../../../testing/databases/photo-rows.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import {
  call,
  googleFault,
  ok,
  signIn,
  START_OF_TESTS,
  startTestApp,
  type TestApp,
} from '../../../testing/server/test-app.ts'
import { hostPhotos } from '../../db/tables/host-photos.ts'
import { calendarEntries, calendarMirrors } from '../../db/tables/calendars.ts'
import type { Database } from '../../db/database.ts'
import { linkedSiblings } from '../../../testing/server/linked-siblings.ts'
import { openPostgres } from '../../db/postgres.ts'
import { hostRevisions } from '../../db/tables/host-revisions.ts'
import { hostSettings } from '../../db/tables/hosts.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { collectionShares } from '../../db/tables/collections.ts'
import { events } from '../../db/tables/events.ts'

/** And a little: that is how long a revision is trusted. */
const HALF_A_SECOND = 501

let skipped = 0

/**
 * Makes every revision too old to be trusted, until the test is over. Each call skips more, because earlier tests
 * skipped time too.
 */
function afterHalfASecond(): void {
  skipped += HALF_A_SECOND
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + skipped)
}

const first = '2027-01-04T14:00:00.000Z'
const week = { dateFrom: '2027-01-04', dateTo: '2027-01-10', timezone: 'America/New_York' }

/** A host with an event, and what anyone can ask about it. */
async function startJourney(app: TestApp, email: string) {
  const { sessionToken: token } = await signIn(app.origin, email)
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea' } })
  const slots = () => ok(app.origin, 'listSlots', { params: { id: event.id }, query: week })
  const starts = async () => (await slots()).map(({ startUtc }) => startUtc)
  const book = (startUTC = first) =>
    ok(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })
  const page = async () => (await fetch(`${app.origin}/book/${event.bookingUrlId}`)).text()
  const [row] = await app.db.select().from(events).where(eq(events.id, event.id))
  return { token, event, hostId: row!.hostId, slots, starts, book, page }
}
type Journey = Awaited<ReturnType<typeof startJourney>>

describe.each(databaseKinds)('on the %s database', (database) => {
  const app = setUpApp({ database })
  let j: Journey
  let count = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startJourney(app, `host-${(count += 1)}@example.com`)
    await j.starts()
  })

  const changes: Record<string, (event: Event) => Promise<unknown>> = {
    'a booking': () => j.book(),
    'other hours': ({ version }) =>
      ok(app.origin, 'updateEvent', {
        token: j.token,
        params: { id: j.event.id },
        body: { duration: 60, version },
      }),
    'a limit': () =>
      ok(app.origin, 'updateSettings', {
        token: j.token,
        body: { booking_limits: [{ per: 'day', bookings: null, minutes: 15 }] },
      }),
    'an entry of a calendar': async () => {
      const ofHost = eq(calendarMirrors.hostId, j.hostId)
      const [mirror] = await app.db.select().from(calendarMirrors).where(ofHost)
      const { hostId, calendarId } = mirror!
      const startAt = Date.parse(first)
      await app.db
        .insert(calendarEntries)
        .values({ hostId, calendarId, entryId: 'dentist', startAt, endAt: startAt + 30 * MINUTE })
    },
  }
  test.each(Object.keys(changes))('the next answer knows about %s', async (change) => {
    const before = await j.starts()
    expect(before).toContain(first)
    await changes[change]!(j.event)
    expect(await j.starts()).not.toEqual(before)
  })

  test('a canceled booking is offered again at once, on the page too', async () => {
    const { id } = await j.book()
    expect(await j.starts()).not.toContain(first)
    expect(await j.page()).not.toContain(first)
    await ok(app.origin, 'cancelBooking', {
      token: j.token,
      params: { id },
      body: { cancellationReason: 'Ill' },
    })
    expect(await j.starts()).toContain(first)
    expect(await j.page()).toContain(first)
  })

  test('a paused event answers nothing anymore', async () => {
    expect(await j.page()).toContain('Tea')
    await ok(app.origin, 'updateEvent', {
      token: j.token,
      params: { id: j.event.id },
      body: { isEnabled: false, version: j.event.version },
    })
    const asked = await call(app.origin, 'listSlots', { params: { id: j.event.id }, query: week })
    expect(asked).toMatchObject({ success: false, code: 'event_not_accepting' })
    expect(await j.page()).not.toContain(first)
  })

  test('slots that have started are gone', async () => {
    expect(await j.starts()).toContain(first)
    app.clock.now = Date.parse(first)
    expect(await j.starts()).not.toContain(first)
    // That clock ran ahead, and is corrected.
    app.clock.now -= 3 * MINUTE
    expect(await j.starts()).toContain(first)
  })

  test('nothing is answered from a calendar that could not be read for 15 minutes', async () => {
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 500, times: 0 })
    const ask = () => call(app.origin, 'listSlots', { params: { id: j.event.id }, query: week })
    app.clock.now = START_OF_TESTS + 15 * MINUTE - 5000
    expect(await ask()).toMatchObject({ success: true })
    app.clock.now += 5001
    expect(await ask()).toMatchObject({ success: false, code: 'calendar_unreachable' })
    await googleFault(app.origin, null)
  })

  test('the revision counts transactions that change what is offered, and nothing else', async () => {
    const revision = async () =>
      (await app.db.select().from(hostRevisions).where(eq(hostRevisions.hostId, j.hostId)))[0]?.revision ?? 0
    const raisedBy = async (change: () => Promise<unknown>) => {
      const before = await revision()
      await change()
      return (await revision()) - before
    }
    const ofHost = eq(bookings.hostId, j.hostId)
    const owner = await startJourney(app, `owner-${count}@example.com`)
    const { id } = await ok(app.origin, 'createCollection', {
      token: owner.token,
      body: { name: 'Intake', fields: [{ type: 'single-line', label: 'Company' }] },
    })
    const shareWith = () =>
      ok(app.origin, 'shareCollection', {
        token: owner.token,
        params: { id },
        body: { email: `host-${count}@example.com` },
      })
    expect(await raisedBy(() => j.book())).toBe(1)
    expect(await raisedBy(() => app.db.update(bookings).set({ fullName: 'Rob' }).where(ofHost))).toBe(0)
    expect(
      await raisedBy(() =>
        app.db.update(calendarMirrors).set({ syncedAt: 1 }).where(eq(calendarMirrors.hostId, j.hostId)),
      ),
    ).toBe(0)
    expect(await raisedBy(() => app.db.delete(bookings).where(ofHost))).toBe(1)
    expect(await raisedBy(() => app.db.insert(hostPhotos).values(photoRow(j.hostId)))).toBe(1)
    expect(await raisedBy(() => app.db.delete(hostPhotos))).toBe(1)
    expect(await raisedBy(shareWith)).toBe(1)
    expect(await raisedBy(() => app.db.delete(collectionShares))).toBe(1)
    expect(await raisedBy(() => app.db.delete(hostSettings).where(eq(hostSettings.hostId, j.hostId)))).toBe(0)
  })
})

describe('requests for the same', () => {
  const app = setUpApp()
  let j: Journey
  beforeAll(async () => {
    j = await startJourney(app, 'ada@example.com')
    await j.starts()
    await j.page()
  })

  async function statementsOf(act: () => Promise<unknown>): Promise<number> {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await act()
    const statements = query.mock.calls.length
    query.mockRestore()
    return statements
  }

  test('read nothing for half a second, and then a statement for all who wait', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await j.slots()
    expect(await statementsOf(() => Promise.all([j.slots(), j.slots(), j.page()]))).toBe(0)
    afterHalfASecond()
    // Not all of them arrive before the first statement is sent.
    const asked = () => Promise.all(Array.from({ length: 20 }, j.slots))
    expect(await statementsOf(asked)).toBeLessThanOrEqual(3)
  })

  test('get the answer in the encoding they accept, once', async () => {
    const { url, headers } = buildRequest(routes.listSlots, { params: { id: j.event.id }, query: week }, {})
    const ask = (more: Record<string, string>) =>
      fetch(app.origin + url, { headers: { ...headers, ...more } })
    const texts = []
    for (const accepted of ['br', 'gzip', 'br;q=0, gzip', 'identity']) {
      const response = await ask({ 'accept-encoding': accepted })
      texts.push(await response.text())
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const wanted = { br: 'br', identity: null }[accepted]
      expect(response.headers.get('content-encoding')).toBe(wanted === undefined ? 'gzip' : wanted)
    }
    expect(new Set(texts).size).toBe(1)
    const etag = (await ask({})).headers.get('etag')!
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
  })

  test('get different pages if their zone, clock or language differs', async () => {
    const open = async (headers: Record<string, string>) =>
      (await fetch(`${app.origin}/book/${j.event.bookingUrlId}`, { headers })).text()
    const cookie = (value: string) => ({ cookie: `boomtime_reader=${encodeURIComponent(value)}` })
    const pages = await Promise.all([
      open({}),
      open(cookie('Europe/Berlin|24')),
      open(cookie('Europe/Berlin|12')),
      open({ 'accept-language': 'de' }),
    ])
    expect(new Set(pages).size).toBe(4)
    expect(await open(cookie('Europe/Berlin|24'))).toBe(pages[1])
  })
})

describe('another process', () => {
  const fresh = freshDatabase('postgres')
  let app: TestApp
  let other: Database
  let j: Journey
  const [siblings, sibling] = linkedSiblings(2)
  beforeAll(async () => {
    const { url } = (await fresh).where as { url: string }
    app = await startTestApp({ databaseUrl: url, siblings })
    other = await openPostgres(url)
    j = await startJourney(app, 'ada@example.com')
  })
  afterAll(async () => {
    await other.close()
    await app.close()
  })

  test('has an effect half a second later', async () => {
    await j.book()
    expect(await j.starts()).not.toContain(first)
    await other.db.update(bookings).set({ status: 'canceled', canceledAt: START_OF_TESTS })
    afterHalfASecond()
    expect(await j.starts()).toContain(first)
  })

  test('has an effect at once if it shares the port', async () => {
    await j.book()
    expect(await j.starts()).not.toContain(first)
    const [changed] = await other.db
      .update(bookings)
      .set({ status: 'canceled', canceledAt: START_OF_TESTS })
      .returning({ hostId: bookings.hostId })
    sibling!.tell('hostChanged', changed!.hostId)
    expect(await j.starts()).toContain(first)
  })

  test('can take the database away, and then nothing is answered from memory', async () => {
    await j.starts()
    await other.db.execute('alter table host_revisions rename to host_revisions_away')
    afterHalfASecond()
    const asked = await call(app.origin, 'listSlots', { params: { id: j.event.id }, query: week })
    await other.db.execute('alter table host_revisions_away rename to host_revisions')
    expect(asked.success).toBe(false)
    expect(await j.starts()).toContain(first)
  })
})
