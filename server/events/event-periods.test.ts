import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { switchedZones } from '../../testing/time-zones/switched-zones.ts'
import { ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { events } from '../db/tables/events.ts'
import { zoneChecks } from '../db/tables/zone-checks.ts'
import { checkZoneChanges } from '../zone-changes/check-zone-changes.ts'

const REGINA = 'America/Regina'
const periods = {
  eventStartUtc: '2027-01-10T06:00:00.000Z',
  eventEndUtc: '2027-01-21T05:59:00.000Z',
  bookingStartUtc: null,
  bookingEndUtc: '2027-01-20T18:00:00.000Z',
}

describe('the periods of an event after a rule change', () => {
  const zones = switchedZones()
  const app = setUpApp({ zones })
  let token: string
  let id: string
  let hosts = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    await app.db.update(zoneChecks).set({ release: null, repeatAt: null })
    const { sessionToken } = await signIn(app.origin, `maya${++hosts}@example.com`)
    token = sessionToken
    const body = { title: 'Intro call', timezone: REGINA, ...periods }
    id = (await ok(app.origin, 'createEvent', { token, body })).id
  })

  const event = () => ok(app.origin, 'getEvent', { token, params: { id } })
  const row = async () => (await app.db.select().from(events).where(eq(events.id, id)))[0]!
  const anHourEarlier = (iso: string) => new Date(Date.parse(iso) - 3_600_000).toISOString()

  test('keep the dates and times that were typed, and the last day stays a whole day', async () => {
    const { version } = await row()
    zones.switchTo('2099a', { [REGINA]: -5 })
    await checkZoneChanges(app.deps)
    expect(await event()).toMatchObject({
      eventStartUtc: anHourEarlier(periods.eventStartUtc),
      eventEndUtc: anHourEarlier(periods.eventEndUtc),
      bookingStartUtc: null,
      bookingEndUtc: anHourEarlier(periods.bookingEndUtc),
      version,
    })
    expect((await row()).periodOffsets).toEqual({
      eventStart: -18_000,
      eventEnd: -18_000,
      bookingEnd: -18_000,
    })
    zones.switchTo('2099b', {})
    await checkZoneChanges(app.deps)
    expect(await event()).toMatchObject(periods)
  })

  test('of earlier versions were typed by the runtime’s rules', async () => {
    await app.db.update(events).set({ periodOffsets: null }).where(eq(events.id, id))
    zones.switchTo('2099a', { [REGINA]: -5 })
    await checkZoneChanges(app.deps)
    expect(await event()).toMatchObject({ eventStartUtc: anHourEarlier(periods.eventStartUtc) })
  })

  test('that are saved after the change are by the new rules already', async () => {
    zones.switchTo('2099a', { [REGINA]: -5 })
    const version = (await row()).version
    await ok(app.origin, 'updateEvent', { token, params: { id }, body: { ...periods, version } })
    await ok(app.origin, 'updateEvent', { token, params: { id }, body: { title: 'Another title' } })
    await checkZoneChanges(app.deps)
    expect(await event()).toMatchObject(periods)
  })
})
