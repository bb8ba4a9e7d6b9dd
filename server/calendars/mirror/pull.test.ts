import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Interval } from '../../../availability/interval.ts'
import { DAY, HOUR } from '../../../availability/units.ts'
import { type EntryJourney, startEntryJourney } from '../../../testing/calendars/entry-journey.ts'
import { heldAfterReading, replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, googleLog, ok } from '../../../testing/server/test-app.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import { parseDate, startOfDay } from '../../../availability/wall-time.ts'
import { googleAccount } from '../../../testing/calendars/google-account.ts'
import { replaceZones } from '../../../testing/time-zones/replaced-zones.ts'
import { packagedRules } from '../../../testing/time-zones/time-zones.ts'
import { calendarEntries, calendarMirrors } from '../../db/tables/calendars.ts'
import { markCalendarMissing } from '../missing-calendar.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { refreshMirrors } from './freshness.ts'
import { pullCalendar } from './pull.ts'
import { syncNow } from './sync.ts'

/** The mirror of a new host's calendar, which was just synced. */
function setUpMirror() {
  const app = setUpApp()
  const journey = { current: null as EntryJourney | null }
  beforeEach(async () => {
    journey.current = await startEntryJourney(app)
    await journey.current.sync()
    app.clock.now += 1000
  })
  const j = () => journey.current!
  const isTheirs = () => eq(calendarMirrors.hostId, j().hostId)
  return {
    app,
    j,
    isTheirs,
    key: () => ({ hostId: j().hostId, calendarId: j().event.calendarId }),
    mirror: async () => (await app.db.select().from(calendarMirrors).where(isTheirs()))[0]!,
  }
}

describe('a sync without news', () => {
  const { app, j, isTheirs, key, mirror } = setUpMirror()
  const countFailures = () =>
    app.db.update(calendarMirrors).set({ failures: 2, notBefore: app.clock.now }).where(isTheirs())

  test('shows that a missing calendar is back', async () => {
    const missing = async () =>
      (await ok(app.origin, 'getCalendarHealth', { token: j().token })).missing.map(({ id }) => id)
    await markCalendarMissing(app.deps, key())
    expect(await missing()).toEqual([j().event.calendarId])
    await j().sync()
    expect(await missing()).toEqual([])
  })

  test('ends a series of failures', async () => {
    await countFailures()
    await j().sync()
    expect(await mirror()).toMatchObject({ failures: 0, notBefore: null, syncedAt: app.clock.now })
  })

  test('also ends one that another process counted in between', async () => {
    const { deps, read, goOn } = heldAfterReading(app.deps)
    const sync = pullCalendar(deps, key())
    await read
    await countFailures()
    goOn()
    await sync
    expect(await mirror()).toMatchObject({ failures: 0, notBefore: null, syncedAt: app.clock.now })
  })
})

describe('an all-day entry that began before 1970', () => {
  const { app, j } = setUpMirror()

  test('closes its days, and leaves the others open', async () => {
    const api = await googleAccount(app, j().hostId)
    const add = (start: string, end: string) =>
      api.events.insert(
        {
          calendarId: j().event.calendarId,
          requestBody: { start: { date: start }, end: { date: end } },
        },
        app.googleCalendar.callOptions,
      )
    await add('1850-01-01', '2027-01-04')
    app.clock.now += HOUR
    await j().sync()
    expect(await j().starts()).not.toEqual([])
    await add('1926-01-01', '2028-01-01')
    app.clock.now += HOUR
    await j().sync()
    expect(await j().starts()).toEqual([])
  })
})

describe('when the rules of the calendar’s zone change', () => {
  const app = setUpApp()
  let j: EntryJourney
  beforeEach(async () => {
    j = await startEntryJourney(app)
    const api = await googleAccount(app, j.hostId)
    const requestBody = { summary: 'Away', start: { date: '2027-01-05' }, end: { date: '2027-01-06' } }
    const inserting = { calendarId: j.event.calendarId, sendUpdates: 'none', requestBody }
    await api.events.insert(inserting, app.googleCalendar.callOptions)
    await j.sync()
    app.clock.now += 1000
  })

  const ofHost = () => eq(calendarMirrors.hostId, j.hostId)
  const mirror = async () => (await app.db.select().from(calendarMirrors).where(ofHost()))[0]!
  const busyDay = async () => {
    const [entry] = await app.db.select().from(calendarEntries).where(eq(calendarEntries.hostId, j.hostId))
    return { start: entry!.startAt, end: entry!.endAt }
  }
  const day = (timeZone: string) => ({
    start: startOfDay(zoneTable(timeZone), parseDate('2027-01-05')),
    end: startOfDay(zoneTable(timeZone), parseDate('2027-01-06')),
  })
  const lists = async () =>
    (await googleLog(app.origin)).filter(({ method, email }) => method === 'events.list' && email === j.email)
      .length
  /** The zone's clock is an hour ahead of what everyone expected. */
  const changeRules = (timeZone: string) => {
    const rules = { timeZone, offset: 3600 + zoneTable(timeZone).rules.offset, changes: [], yearly: [] }
    replaceZones((name) => (name === timeZone ? rules : packagedRules.find(name)))
  }

  test('all-day entries cover the new hours after the next sync', async () => {
    const timeZone = (await mirror()).timeZone!
    const before = day(timeZone)
    expect(await busyDay()).toEqual(before)
    changeRules(timeZone)
    await j.sync()
    expect(await busyDay()).toEqual(day(timeZone))
    expect(day(timeZone)).not.toEqual(before)
  })

  test('entries that were read by the old rules are read again', async () => {
    const timeZone = (await mirror()).timeZone!
    await app.db.update(calendarMirrors).set({ syncToken: null }).where(ofHost())
    const { deps, read, goOn } = heldAfterReading(app.deps)
    const sync = pullCalendar(deps, { hostId: j.hostId, calendarId: j.event.calendarId })
    await read
    changeRules(timeZone)
    goOn()
    await sync
    expect(await busyDay()).toEqual(day(timeZone))
  })

  test('a calendar in a zone that nobody knows is read, with all-day entries wherever on earth that day is', async () => {
    const timeZone = (await mirror()).timeZone!
    replaceZones((name) => (name === timeZone ? undefined : packagedRules.find(name)))
    await j.sync()
    expect(await busyDay()).toEqual({
      start: Date.parse('2027-01-04T10:00Z'),
      end: Date.parse('2027-01-06T12:00Z'),
    })
  })

  test('mirrors from before digests are listed in full only if Node’s rules were different', async () => {
    const forget = () => app.db.update(calendarMirrors).set({ zoneDigest: null }).where(ofHost())
    const timeZone = (await mirror()).timeZone!
    await forget()
    const listsBefore = await lists()
    await j.sync()
    expect(await lists()).toBe(listsBefore + 1)
    expect((await mirror()).zoneDigest).not.toBeNull()
    app.clock.now += 1000
    await forget()
    changeRules(timeZone)
    await j.sync()
    expect(await busyDay()).toEqual(day(timeZone))
  })
})

describe('how far ahead a calendar is read', () => {
  const { app, j, isTheirs, key, mirror } = setUpMirror()
  const daysCovered = async () => Math.round(((await mirror()).coveredUntil! - app.clock.now) / DAY)
  const stretch = (syncToken: string | null) =>
    app.db
      .update(calendarMirrors)
      .set({ coveredUntil: app.clock.now + 1860 * DAY, syncToken })
      .where(isTheirs())
  /** A calendar that has too much beyond the next 500 days, and how often it was asked. */
  const crowded = () => {
    const asked = { times: 0 }
    const assertReadable = ({ end }: Interval) => {
      asked.times++
      if (end > app.clock.now + 500 * DAY)
        throw new CalendarError('rejected', 'Too many busy times', { trouble: 'too_complex' })
    }
    const deps = replaceAccountCalls(app.deps, (account) => ({
      async listEntries(id, range) {
        assertReadable(range)
        return account.listEntries(id, range)
      },
      async listChanges(id, token, range) {
        assertReadable(range)
        return account.listChanges(id, token, range)
      },
    }))
    return { deps, asked }
  }

  const slotsOn = (date: string) =>
    call(app.origin, 'listSlots', {
      params: { id: j().event.id },
      query: { dateFrom: date, dateTo: date, timezone: 'UTC' },
    })

  test('a full listing reaches as far as is needed now', async () => {
    await stretch(null)
    await j().sync()
    expect(await daysCovered()).toBe(400)
  })

  test('a calendar with too much for its former reach is read less far, which is no failure', async () => {
    await stretch((await mirror()).syncToken)
    await syncNow(crowded().deps, key())
    expect(await daysCovered()).toBe(400)
    expect(await mirror()).toMatchObject({ failures: 0, notBefore: null, syncedAt: app.clock.now })
  })

  test('dates that it can’t be read up to stay closed, and are tried again an hour later', async () => {
    const { deps, asked } = crowded()
    const event = { ...key(), checkedCalendars: null }
    const far = app.clock.now + 1000 * DAY
    const refused = { code: 'calendar_unreachable' }
    await expect(refreshMirrors(deps, event, far)).rejects.toMatchObject(refused)
    expect([asked.times, await daysCovered()]).toEqual([2, 400])
    expect(await mirror()).toMatchObject({ failures: 0, notBefore: null })
    expect(await slotsOn('2029-06-05')).toMatchObject({ status: 200, data: [] })
    expect(await daysCovered()).toBe(400)
    await expect(refreshMirrors(deps, event, far)).rejects.toMatchObject(refused)
    expect(asked.times).toBe(3)
    app.clock.now += HOUR + 1
    const someSlots = expect.arrayContaining([expect.anything()])
    expect(await slotsOn('2029-06-05')).toMatchObject({ data: someSlots })
  })

  test('nobody makes it reach beyond what the event offers', async () => {
    const rules = { bookingWindow: { type: 'calendarDays', days: 14 } } as const
    const { token, event } = j()
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { rules } })
    expect(await slotsOn('2031-06-03')).toMatchObject({ status: 200, data: [] })
    expect(await daysCovered()).toBe(400)
  })
})
