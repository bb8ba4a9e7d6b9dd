import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { calendarConnections } from '../../db/tables/calendars.ts'
import { calendarText, event as entry } from '../icalendar/calendar-text.test-support.ts'

const SECRET = 'sEcReT-9b1c'

describe('a published calendar', () => {
  const logged: string[] = []
  const app = setUpApp({ log: (line) => logged.push(line) })
  let status: number
  let text: string
  let asked: number
  /** How many more requests are answered as they should be. */
  let good: number
  const server = http.createServer((_request, response) => {
    asked++
    if (good-- <= 0) status = 500
    response.writeHead(status, { 'content-type': 'text/calendar' }).end(text)
  })
  let url: string
  let token: string
  let eventId: string
  let number = 0

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${SECRET}/team.ics`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    status = 200
    asked = 0
    good = Infinity
    text = calendarText(
      'X-WR-CALNAME:Team',
      entry(
        'UID:standup',
        'SUMMARY:Standup',
        'DTSTART;TZID=America/New_York:20261201T100000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY',
      ),
    )
    token = (await signIn(app.origin, `feeds${++number}@example.com`)).sessionToken
    const body = { title: 'Talk', duration: 60 }
    eventId = (await ok(app.origin, 'createEvent', { token, body })).id
  })

  const connect = (body: object = {}) =>
    call(app.origin, 'connectCalendars', { token, body: { provider: 'ics', url, ...body } })
  const starts = async (day = '2027-01-04') => {
    const query = { dateFrom: day, dateTo: day, timezone: 'America/New_York' }
    const reply = await call(app.origin, 'listSlots', { params: { id: eventId }, query })
    return reply.success ? reply.data.map((slot) => slot.startUtc.slice(11, 16)) : [String(reply.status)]
  }
  async function checked() {
    const { id, calendars } = await ok(app.origin, 'connectCalendars', {
      token,
      body: { provider: 'ics', url },
    })
    const calendarId = calendars[0]!.id
    const body = { checkedCalendars: [calendarId] }
    await ok(app.origin, 'updateConnection', { token, params: { id }, body })
    return { id, calendarId }
  }

  test('blocks its recurring times, is asked again after five minutes, and goes with its connection', async () => {
    const { id } = await checked()
    expect(await starts()).not.toContain('15:00')
    expect(await starts()).toContain('16:00')
    const before = asked
    text = calendarText()
    app.clock.now += 2 * MINUTE
    expect(await starts()).not.toContain('15:00')
    expect(asked).toBe(before)
    app.clock.now += 4 * MINUTE
    await starts()
    await expect.poll(() => starts()).toContain('15:00')
    await ok(app.origin, 'disconnectCalendars', { token, params: { id } })
    expect(JSON.stringify(await app.db.select().from(calendarConnections))).not.toContain(id)
  })

  test('shows what it would block, with titles', async () => {
    const { id } = await ok(app.origin, 'connectCalendars', {
      token,
      body: { provider: 'ics', url, name: 'Work' },
    })
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-05', timezone: 'America/New_York' }
    const { entries } = await ok(app.origin, 'dryRunConnection', { token, params: { id }, query })
    expect(entries.map(({ title, startUtc }) => [title, startUtc])).toEqual([
      ['Standup', '2027-01-04T15:00:00.000Z'],
      ['Standup', '2027-01-05T15:00:00.000Z'],
    ])
    expect(await ok(app.origin, 'listConnections', { token })).toMatchObject([
      {},
      { name: 'Work', server: '127.0.0.1', isReviewed: false, calendars: [{ whenUnreadable: 'lastKnown' }] },
    ])
  })

  test('that can’t be read leaves its last known times, and says why', async () => {
    const { id, calendarId } = await checked()
    expect(await starts()).not.toContain('15:00')
    status = 404
    app.clock.now += 20 * MINUTE
    await ok(app.origin, 'refreshConnection', { token, params: { id } })
    expect(await starts()).not.toContain('15:00')
    expect((await ok(app.origin, 'getCalendarHealth', { token })).unreadable).toMatchObject([
      { id: calendarId, name: 'Team', trouble: 'not_found', closedEvents: 0 },
    ])
    const check = { token, params: { id: calendarId }, body: { whenUnreadable: 'close' } }
    await ok(app.origin, 'updateCalendarCheck', check)
    expect(await starts()).toEqual(['503'])
  })

  test('that can’t be read is no trouble anymore once no event checks it', async () => {
    const { id, calendarId } = await checked()
    await starts()
    status = 404
    app.clock.now += 20 * MINUTE
    await ok(app.origin, 'refreshConnection', { token, params: { id } })
    const unreadable = async () => (await ok(app.origin, 'getCalendarHealth', { token })).unreadable
    expect(await unreadable()).toMatchObject([{ id: calendarId }])
    const check = { token, params: { id: calendarId }, body: { isChecked: false } }
    await ok(app.origin, 'updateCalendarCheck', check)
    expect(await unreadable()).toEqual([])
  })

  test.each([
    ['a page', () => (text = '<!doctype html><p>Sign in</p>'), 'calendar file'],
    ['half a file', () => (text = text.slice(0, -20)), 'calendar file'],
    ['nothing', () => (status = 404), 'no calendar at this address'],
  ])('isn’t connected if the address answers with %s', async (_what, break_, reason) => {
    break_()
    const reply = await connect()
    expect(reply).toMatchObject({ status: 400, fields: { url: expect.stringContaining(reason) as string } })
    expect(await ok(app.origin, 'listConnections', { token })).toHaveLength(1)
  })

  test('isn’t looked for in private networks', async () => {
    const reply = await connect({ url: 'https://10.0.0.1/team.ics' })
    expect(reply).toMatchObject({
      status: 400,
      fields: { url: expect.stringContaining('private') as string },
    })
  })

  test('keeps its address secret', async () => {
    const { id } = await checked()
    status = 500
    const params = { id }
    const answers = [
      await call(app.origin, 'refreshConnection', { token, params }),
      await call(app.origin, 'listConnections', { token }),
      await call(app.origin, 'getCalendarHealth', { token }),
      await call(app.origin, 'listActivity', { token }),
      await connect({ url: `${url}?again` }),
    ]
    const stored = await app.db.select().from(calendarConnections)
    expect(JSON.stringify([answers, stored, logged])).not.toContain(SECRET)
  })

  test('can get another address, but not that of another one', async () => {
    const { id } = await checked()
    expect((await connect({ url: `${url}?other` })).status).toBe(201)
    const change = { token, params: { id }, body: { url: `${url}?other` } }
    expect(await call(app.origin, 'updateConnection', change)).toMatchObject({
      status: 400,
      fields: { url: 'You’ve already connected this calendar' },
    })
    const elsewhere = url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
    const moved = await ok(app.origin, 'updateConnection', { ...change, body: { url: elsewhere } })
    expect(moved).toMatchObject({ status: 'connected', server: '[::ffff:7f00:1]' })
  })

  test('forgets the times of its former address', async () => {
    const { id } = await checked()
    expect(await starts()).not.toContain('15:00')
    text = calendarText()
    const change = { token, params: { id }, body: { url: `${url}?new` } }
    await ok(app.origin, 'updateConnection', change)
    expect(await starts()).toContain('15:00')
  })

  test('knows nothing of a new address until it is read', async () => {
    const { id } = await checked()
    expect(await starts()).not.toContain('15:00')
    const change = { token, params: { id }, body: { url: `${url}?new` } }
    good = 1
    await ok(app.origin, 'updateConnection', change)
    expect(await starts()).toEqual(['503'])
  })

  test('names its entries that can’t be read, until they can be', async () => {
    const broken = (uid: string, start: string) => entry(`UID:${uid}`, `SUMMARY:${uid}`, start)
    text = calendarText(
      broken('February 30', 'DTSTART;VALUE=DATE:20270230'),
      broken('No time', 'DTSTART:20270304T99'),
      entry('SUMMARY:No start'),
      broken('Fine', 'DTSTART:20270104T150000Z'),
    )
    await checked()
    const unreadable = async () => {
      const accounts = await ok(app.origin, 'listConnections', { token })
      return accounts.find(({ provider }) => provider === 'ics')!.calendars[0]!.unreadableEntries
    }
    const first = await unreadable()
    expect(first).toMatchObject({ count: 3, latest: [{ title: 'No time', date: '2027-03-04' }, {}, {}] })
    expect(first!.latest.map(({ title }) => title).toSorted()).toEqual(['February 30', 'No start', 'No time'])
    expect(logged.join('')).not.toMatch(/No time|No start/)
    text = calendarText(broken('No time', 'DTSTART:20270304T090000Z'))
    app.clock.now += 16 * MINUTE
    await starts()
    await expect.poll(unreadable).toBeNull()
  })
})
