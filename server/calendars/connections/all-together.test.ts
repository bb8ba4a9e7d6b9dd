import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { addSandboxEntry, connectGoogle } from '../../../testing/calendars/calendar-account.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../../testing/server/test-app.ts'
import { calendarText, event as entry } from '../icalendar/calendar-text.test-support.ts'

const app = setUpApp({ calendarPollMs: 100 })
let feed = calendarText()
const server = http.createServer((_request, response) => response.end(feed))

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('an entry in any of three calendars of two accounts and a feed closes its time, until that calendar isn’t checked', async () => {
  const email = 'maya@example.com'
  const { sessionToken: token, user } = await signIn(app.origin, email)
  const { id, calendarId } = await ok(app.origin, 'createEvent', {
    token,
    body: { title: 'Talk', duration: 60 },
  })
  const [own] = await ok(app.origin, 'listConnections', { token })
  const team = own!.calendars.find(({ isPrimary }) => !isPrimary)!.id
  const review = async (connection: string, checkedCalendars: string[]) =>
    ok(app.origin, 'updateConnection', { token, params: { id: connection }, body: { checkedCalendars } })
  await review(user.id, [calendarId, team])
  const other = await connectGoogle(app, token, 'private@example.com')
  const privately = other.calendars.find(({ isPrimary }) => isPrimary)!.id
  await review(other.id, [privately])
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/team.ics`
  const published = await ok(app.origin, 'connectCalendars', { token, body: { provider: 'ics', url } })
  const read = published.calendars[0]!.id
  await review(published.id, [read])

  const starts = async () => {
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'America/New_York' }
    const slots = await ok(app.origin, 'listSlots', { params: { id }, query })
    return slots.map(({ startUtc }) => startUtc.slice(11, 13))
  }
  const everything = await starts()
  const without = (...hours: string[]) => everything.filter((hour) => !hours.includes(hour))

  await addSandboxEntry(app, email, { start: '2027-01-04T10:00', end: '2027-01-04T11:00' })
  await addSandboxEntry(app, email, { calendar: team, start: '2027-01-04T11:00', end: '2027-01-04T12:00' })
  const privateEntry = { start: '2027-01-04T12:00', end: '2027-01-04T13:00' }
  await addSandboxEntry(app, 'private@example.com', privateEntry)
  app.clock.now += MINUTE
  await expect.poll(starts).toEqual(without('15', '16', '17'))
  feed = calendarText(
    entry('UID:offsite', 'DTSTART;TZID=America/New_York:20270104T130000', 'DURATION:PT1H'),
    // The same as the private one: it counts once.
    entry('UID:again', 'DTSTART;TZID=America/New_York:20270104T120000', 'DURATION:PT1H'),
  )
  app.clock.now += 5 * MINUTE
  await expect.poll(starts).toEqual(without('15', '16', '17', '18'))

  const check = (calendar: string, isChecked: boolean) =>
    ok(app.origin, 'updateCalendarCheck', { token, params: { id: calendar }, body: { isChecked } })
  // The event writes to it, so it is checked in any case.
  await check(calendarId, false)
  expect(await starts()).toEqual(without('15', '16', '17', '18'))
  await check(team, false)
  expect(await starts()).toEqual(without('15', '17', '18'))
  await check(privately, false)
  expect(await starts()).toEqual(without('15', '17', '18'))
  await check(read, false)
  expect(await starts()).toEqual(without('15'))
  await check(privately, true)
  expect(await starts()).toEqual(without('15', '17'))
})
