import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { bookingRow } from '../../testing/databases/booking-rows.ts'
import { byInvitee, inviteeOf } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { packagedRules } from '../../testing/time-zones/time-zones.ts'
import { switchedZones } from '../../testing/time-zones/switched-zones.ts'
import { call, caughtMail, ok, signIn, START_OF_TESTS, startTestApp } from '../../testing/server/test-app.ts'
import type { Db } from '../db/database.ts'
import { jobs } from '../db/tables/jobs.ts'
import { bookings } from '../db/tables/bookings.ts'
import { zoneChecks } from '../db/tables/zone-checks.ts'
import type { Deps } from '../adapters/deps.ts'
import { sendZoneChangeNotice } from '../emails/send-zone-change-notice.ts'
import { type Job, JobPostponed } from '../jobs/job.ts'
import { checkZoneChanges } from './check-zone-changes.ts'

const REGINA = 'America/Regina'

/** Ten in the morning in Regina. */
const AGREED = '2027-01-05T16:00:00.000Z'
const NOTICE = 'Time zone change: please check 1 booking'

describe('bookings after a rule change', () => {
  const zones = switchedZones()
  const app = setUpApp({ calendarPollMs: 100, zones })
  let token: string
  let hostId: string
  let email: string
  let bob: ReturnType<typeof inviteeOf>
  let hosts = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    await app.db.update(zoneChecks).set({ release: null, repeatAt: null })
    email = `maya${++hosts}@example.com`
    const { sessionToken, user } = await signIn(app.origin, email)
    token = sessionToken
    hostId = user.id
    const body = { title: 'Intro call', timezone: REGINA }
    bob = inviteeOf(app, await ok(app.origin, 'createEvent', { token, body }))
  })

  const listed = async () => (await ok(app.origin, 'listZoneChanges', { token })).bookings
  const ids = async () => (await listed()).map(({ id }) => id)
  const rowOf = async (id: string) => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
  const noticeJobs = async () =>
    app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.hostId, hostId), eq(jobs.kind, 'sendZoneChangeNotice')))
  const notices = async () =>
    (await caughtMail(app.origin, email)).filter(({ subject }) => subject === NOTICE)
  const check = () => checkZoneChanges(app.deps)

  test('are listed, and their host is emailed once, however many processes notice', async () => {
    const id = await bob.booked(AGREED, { timezone: 'Asia/Kolkata' })
    await bob.booked('2027-01-05T18:00:00.000Z').then((canceled) => bob.cancel(canceled))
    const over = bookingRow({
      hostId,
      startAt: START_OF_TESTS - DAY,
      timezone: REGINA,
      agreedOffset: -21_600,
    })
    await app.db.insert(bookings).values(over)
    zones.switchTo('2099a', { [REGINA]: -5 })
    expect(await listed()).toEqual([])
    await Promise.all([check(), check(), check()])
    await check()
    const regina = { timeZone: REGINA, isInvitees: false, agreedOffset: -21_600, offset: -18_000 }
    const kolkata = { timeZone: 'Asia/Kolkata', isInvitees: true, agreedOffset: 19_800, offset: 19_800 }
    const zonesOf = [
      { ...regina, offsetIfMoved: -18_000, isMoved: true },
      { ...kolkata, offsetIfMoved: 19_800, isMoved: false },
    ]
    expect(await listed()).toMatchObject([
      { id, fullName: 'Bob', startUtc: AGREED, agreedStartUtc: '2027-01-05T15:00:00.000Z', zones: zonesOf },
    ])
    expect(await noticeJobs()).toHaveLength(1)
    await expect.poll(notices).toHaveLength(1)
    const [mail] = await notices()
    const moved = 'America/Regina: agreed Tue, Jan 5, 10:00 AM, now 11:00 AM'
    const unmoved = 'Asia/Kolkata (invitee): Tue, Jan 5, 9:30 PM, unchanged'
    expect(mail!.text).toContain(`Intro call with Bob: ${moved}\n${unmoved}`)
    expect(mail!.html).toContain(moved)
    expect(mail!.html).toContain(unmoved)
    expect(mail!.text).toContain(`${app.deps.publicUrl}/bookings/time-zone-changes`)
    expect(mail!.text).not.toContain(id)
  })

  test('names in Hebrew are isolated from the times beside them', async () => {
    await bob.booked(AGREED, { fullName: 'דוד כהן' })
    zones.switchTo('2099a', { [REGINA]: -5 })
    await check()
    await expect.poll(notices).toHaveLength(1)
    expect((await notices())[0]!.text).toContain('Intro call with \u2068דוד כהן\u2069: America/Regina')
  })

  test.each([
    [31, '1 more booking'],
    [32, '2 more bookings'],
  ])('fill the email up to a limit: %d', async (count, more) => {
    const rows = Array.from({ length: count }, (_, index) =>
      bookingRow({
        hostId,
        startAt: Date.parse(AGREED) + index * HOUR,
        timezone: REGINA,
        agreedOffset: -21_600,
      }),
    )
    await app.db.insert(bookings).values(rows)
    zones.switchTo('2099a', { [REGINA]: -5 })
    await check()
    const texts = async () => (await caughtMail(app.origin, email)).map(({ text }) => text).join('\n')
    await expect.poll(texts).toContain(`Not listed: ${more}\n`)
  })

  test('are looked for in the background, after newer rules', async () => {
    await expect.poll(() => zones.refreshes).toBeGreaterThan(0)
    const other = await startTestApp({ calendarPollMs: 100, zones })
    onTestFinished(() => other.close())
    const releases = async () => (await other.db.select().from(zoneChecks)).map(({ release }) => release)
    await expect.poll(releases).toEqual([zones.current().release])
  })

  test('are found in the invitee’s zone too', async () => {
    const id = await bob.booked(AGREED, { timezone: 'Asia/Kolkata' })
    zones.switchTo('2099a', { 'Asia/Kolkata': 6 })
    await check()
    expect(await listed()).toMatchObject([
      {
        id,
        agreedStartUtc: '2027-01-05T15:30:00.000Z',
        zones: [
          { timeZone: REGINA, isMoved: false, agreedOffset: -21_600, offset: -21_600 },
          { timeZone: 'Asia/Kolkata', isInvitees: true, agreedOffset: 19_800, offset: 21_600, isMoved: true },
        ],
      },
    ])
  })

  test('are found by the next check if one is killed', async () => {
    const id = await bob.booked(AGREED)
    zones.switchTo('2099a', { [REGINA]: -5 })
    const killed: Db['transaction'] = (work) =>
      app.db.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      })
    const db = new Proxy(app.db, {
      get: (target, key) => (key === 'transaction' ? killed : Reflect.get(target, key)),
    })
    await expect(checkZoneChanges({ ...app.deps, db } satisfies Deps)).rejects.toThrow('killed')
    expect(await ids()).toEqual([])
    expect(await noticeJobs()).toEqual([])
    await check()
    expect(await ids()).toEqual([id])
    expect(await noticeJobs()).toHaveLength(1)
  })

  test('of earlier versions are compared with the rules of the runtime', async () => {
    const id = await bob.booked(AGREED, { timezone: 'Asia/Kolkata' })
    const unrecorded = { agreedOffset: null, inviteeAgreedOffset: null }
    await app.db.update(bookings).set(unrecorded).where(eq(bookings.hostId, hostId))
    zones.switchTo('2099a', { [REGINA]: -5 })
    await check()
    expect(await rowOf(id)).toMatchObject({ agreedOffset: -21_600, inviteeAgreedOffset: 19_800 })
    expect(await ids()).toEqual([id])
  })

  test('are taken off by a release that restores the agreed time', async () => {
    await bob.booked(AGREED)
    zones.switchTo('2099a', { [REGINA]: -5 })
    await check()
    zones.switchTo('2099b')
    await check()
    expect(await ids()).toEqual([])
    zones.switchTo('2099a', { [REGINA]: -5 })
    await check()
    expect(await ids(), 'a process with older rules finds nothing').toEqual([])
    const [row] = await app.db.select().from(zoneChecks)
    expect(row!.release).toBe('2099b')
  })

  test('are looked for once more after a day, because a process may have booked with older rules', async () => {
    zones.switchTo('2099a', { [REGINA]: -5 })
    await check()
    const startAt = Date.parse(AGREED)
    const late = bookingRow({ hostId, startAt, timezone: REGINA, agreedOffset: -21_600 })
    await app.db.insert(bookings).values(late)
    await check()
    expect(await ids()).toEqual([])
    app.clock.now += DAY
    await check()
    expect(await ids()).toEqual([late.id])
    await app.db.update(bookings).set({ zoneChangedAt: null }).where(eq(bookings.id, late.id))
    app.clock.now += DAY / 8
    await check()
    expect(await ids()).toEqual([])
  })

  test('are off the list once they are moved, canceled or under way, and the email waits for none of them', async () => {
    const moved = await bob.booked('2027-01-05T16:00:00.000Z')
    const canceled = await bob.booked('2027-01-05T17:00:00.000Z')
    const elsewhere = await bob.booked('2027-01-05T18:00:00.000Z', { timezone: 'Europe/Paris' })
    const begun = await bob.booked('2027-01-05T19:00:00.000Z')
    zones.switchTo('2099a', { [REGINA]: -5, 'Europe/Paris': 3 })
    await check()
    expect(await ids()).toEqual([moved, canceled, elsewhere, begun])
    await bob.change(moved, { startUTC: '2027-01-06T16:00:00.000Z' })
    await bob.cancel(canceled, byInvitee)
    expect(await ids()).toEqual([elsewhere, begun])
    expect(await rowOf(moved)).toMatchObject({ agreedOffset: -18_000, zoneChangedAt: null })
    // The invitee travels: what the new zone's clock shows is what they see now.
    const travels = { startUTC: '2027-01-05T18:00:00.000Z', timezone: 'Asia/Tokyo' }
    await bob.change(elsewhere, travels)
    expect((await listed())[0]!.zones).toMatchObject([
      { timeZone: REGINA, isMoved: true },
      { isMoved: false },
    ])
    app.clock.now = Date.parse('2027-01-05T19:10:00.000Z')
    expect(await ids()).toEqual([])
  })

  test('a process with older rules leaves the email to one with newer ones', async () => {
    await bob.booked(AGREED)
    const job = (release: string) =>
      ({ hostId, payload: { foundAt: app.clock.now, release } }) as Job<'sendZoneChangeNotice'>
    await expect(sendZoneChangeNotice(app.deps, job('2099b'))).rejects.toBeInstanceOf(JobPostponed)
    await expect(sendZoneChangeNotice(app.deps, job(packagedRules.release))).resolves.toBeUndefined()
  })

  test('belong to their host alone', async () => {
    await bob.booked(AGREED)
    zones.switchTo('2099a', { [REGINA]: -5 })
    await check()
    const other = await signIn(app.origin, `other${hosts}@example.com`)
    expect((await ok(app.origin, 'listZoneChanges', { token: other.sessionToken })).bookings).toEqual([])
    expect(await call(app.origin, 'listZoneChanges')).toMatchObject({ status: 401 })
  })
})
