import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import {
  addEntry,
  type CaldavJourney,
  connectCaldav,
  putEntry,
  startCaldavJourney,
} from '../../../testing/calendars/caldav-journey.ts'
import {
  type CaldavProgram,
  caldavPrograms,
  type CaldavServer,
  isInstalled,
  startCaldavServer,
  USERNAME,
} from '../../../testing/calendars/caldav-servers.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { kinds } from './entry-kinds.test-support.ts'

const noon = '2027-01-04T17:00:00.000Z'

const missing = caldavPrograms.filter((program) => !isInstalled(program))
if (missing.length > 0) console.warn(`Skipping tests with ${missing.join(' and ')}, which are not installed`)

describe.skipIf(missing.includes('radicale'))('an account at Radicale', () => {
  tryServer('radicale')
})
describe.skipIf(missing.includes('xandikos'))('an account at Xandikos', () => {
  tryServer('xandikos')
})

function tryServer(program: CaldavProgram): void {
  const lines: string[] = []
  const app = setUpApp({ calendarPollMs: 100, log: (line) => lines.push(line) })
  let server: CaldavServer

  beforeAll(async () => {
    server = await startCaldavServer(program)
  })
  afterAll(() => server.close())

  describe('that a host connects', () => {
    let token: string
    beforeAll(async () => {
      token = (await signIn(app.origin, `connects-${program}@example.com`)).sessionToken
    })
    const connect = (body: object) =>
      call(app.origin, 'connectCalendars', {
        token,
        body: {
          provider: 'caldav',
          server: server.origin,
          username: USERNAME,
          password: server.password,
          ...body,
        },
      })

    test.each([
      ['its server', () => server.origin],
      ['the well-known address', () => `${server.origin}/.well-known/caldav`],
      ['its principal', () => `${server.origin}/${USERNAME}/`],
      ['one of its calendars', () => server.calendar],
    ])('by %s', async (_, address) => {
      const reply = await connect({ server: address() })
      expect(reply).toMatchObject({
        status: 201,
        data: { provider: 'caldav', name: USERNAME, server: '127.0.0.1' },
      })
      const { calendars } = (
        reply as { data: { calendars: { name: string; isWritable: boolean; isPrimary: boolean }[] } }
      ).data
      const names = calendars.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['team of Ann', 'private of Ann']))
      expect(calendars.every(({ isWritable }) => isWritable)).toBe(true)
      expect(calendars.filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
      expect(JSON.stringify(reply)).not.toContain(server.password)
      expect(await ok(app.origin, 'listConnections', { token })).toHaveLength(2)
    })

    test('and hears what is wrong', async () => {
      const wrong = await connect({ password: 'wrong' })
      expect(wrong).toMatchObject({ status: 400, fields: { password: expect.stringContaining('refused') } })
      const elsewhere = await connect({ server: app.origin })
      expect(elsewhere).toMatchObject({
        status: 400,
        fields: { server: expect.stringContaining('couldn’t find') },
      })
    })
  })

  describe('with entries of every kind', () => {
    let j: CaldavJourney
    beforeAll(async () => {
      j = await startCaldavJourney(app, server)
      for (const [index, { lines: entry }] of Object.values(kinds).entries())
        await addEntry(server, `kind${index}`, ...entry)
    })

    test.each(Object.entries(kinds).map(([kind, { busy }], index) => ({ kind, busy, index })))(
      'shows when they keep its host busy: $kind',
      async ({ busy, index }) => {
        const { entries, unreadable } = await j.dryRun('2027-01-04', '2027-01-17')
        expect(unreadable).toEqual([])
        const own = entries.filter(({ title }) => title === `kind${index}`)
        expect(
          own.flatMap(({ startUtc, endUtc }) => [startUtc, endUtc].map((at) => at.slice(8, 16))),
        ).toEqual(busy)
      },
    )
  })

  describe('with bookings', () => {
    let j: CaldavJourney
    beforeEach(async () => {
      j = await startCaldavJourney(app, server)
    })
    const isSynced = async (id: string) => {
      await expect
        .poll(async () => {
          const { sequence, entrySequence } = await j.row(id)
          return sequence === entrySequence
        })
        .toBe(true)
      // A calendar change counts only from the next instant on.
      app.clock.now += 1000
    }
    const booked = async (at = ten) => {
      const id = await j.bob.booked(at)
      await isSynced(id)
      return id
    }

    test('has an entry for each, which follows it', async () => {
      const id = await booked()
      const entry = (await j.entry(id))!
      const { calendarEntryId } = await j.row(id)
      expect(entry).toContain(`UID:${calendarEntryId}@google.com`)
      expect(entry).toContain('DTSTART:20270104T150000Z')
      expect(entry).toContain('SUMMARY:Talk with Bob')
      const people = entry.match(/^(ORGANIZER|ATTENDEE).*$/gm)!
      expect(people).toHaveLength(2)
      expect(people.every((line) => line.includes('SCHEDULE-AGENT=CLIENT'))).toBe(true)
      expect(await j.starts()).not.toContain('15:00')

      expect(await j.bob.change(id, { startUTC: noon })).toMatchObject({ status: 200 })
      await isSynced(id)
      expect(await j.entry(id)).toContain('DTSTART:20270104T170000Z')
      expect(await j.starts()).toContain('15:00')
      expect(await j.starts()).not.toContain('17:00')

      expect(await j.bob.cancel(id)).toMatchObject({ status: 200 })
      await expect.poll(() => j.entry(id)).toBeNull()
      expect(await j.starts()).toContain('17:00')
    })

    test('keeps what its host adds to an entry', async () => {
      const id = await booked()
      const added = [
        'CATEGORIES:Important',
        'COLOR:red',
        'ATTENDEE;CN=Cleo;PARTSTAT=ACCEPTED:mailto:cleo@example.com',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'DESCRIPTION:Soon',
        'TRIGGER:-PT5M',
        'END:VALARM',
      ]
      await j.edit(id, (text) => text.replace('END:VEVENT', [...added, 'END:VEVENT'].join('\r\n')))
      expect(await j.bob.change(id, { startUTC: noon })).toMatchObject({ status: 200 })
      await isSynced(id)
      const entry = (await j.entry(id))!
      expect(entry).toContain('DTSTART:20270104T170000Z')
      for (const text of [
        'CATEGORIES:Important',
        'COLOR:red',
        'cleo@example.com',
        'bob@example.com',
        'TRIGGER:-PT5M',
      ])
        expect(entry).toContain(text)
    })

    test('moves a booking whose entry its host moves', async () => {
      const id = await booked()
      await j.edit(id, (text) => text.replace('T150000Z', 'T190000Z').replace('T160000Z', 'T200000Z'))
      await j.refresh()
      expect(await j.row(id)).toMatchObject({ startAt: Date.parse('2027-01-04T19:00:00Z'), sequence: 1 })
      expect(await j.starts()).toContain('15:00')
      expect(await j.starts()).not.toContain('19:00')
    })

    test('follows a booking whose entry its host stored under another name', async () => {
      const id = await booked('2027-01-06T15:00:00.000Z')
      const imported = `${server.calendar}imported.ics`
      const storeElsewhere = async () => {
        const text = (await j.entry(id))!
        await j.remove(id)
        await putEntry(server, imported, text.replace('PARTSTAT=ACCEPTED', 'PARTSTAT=TENTATIVE'))
      }
      await storeElsewhere()
      expect(await j.bob.change(id, { startUTC: '2027-01-06T17:00:00.000Z' })).toMatchObject({ status: 200 })
      await isSynced(id)
      const entry = await j.entry(id)
      expect(entry).toContain('DTSTART:20270106T170000Z')
      expect(entry).toContain('PARTSTAT=TENTATIVE')

      await storeElsewhere()
      expect(await j.bob.cancel(id)).toMatchObject({ status: 200 })
      await expect.poll(() => server.ask('GET', imported).catch(() => null)).toBeNull()
      await expect.poll(() => j.entry(id)).toBeNull()
    })

    test('notes that its host deleted an entry', async () => {
      const id = await booked()
      await j.refresh()
      app.clock.now += 1000
      await j.remove(id)
      await j.refresh()
      expect(await j.row(id)).toMatchObject({ status: 'confirmed', entryRemovedAt: app.clock.now })
    })

    test('an entry that others add or remove counts at once', async () => {
      expect(await j.starts()).toContain('18:00')
      await addEntry(server, 'lunch', ['DTSTART:20270104T180000Z', 'DTEND:20270104T190000Z'])
      expect(await j.bob.book('2027-01-04T18:00:00.000Z')).toMatchObject({ status: 409 })
      expect(await j.starts()).not.toContain('18:00')
      await server.ask('DELETE', `${server.calendar}lunch.ics`)
      await j.refresh()
      expect(await j.starts()).toContain('18:00')
    })

    test('reports a changed password once, and resumes with the new one', async () => {
      const id = await booked()
      server.changePassword('second password')
      app.clock.now += MINUTE
      await j.refresh()
      expect(await j.account()).toMatchObject({
        status: 'connected',
        calendars: expect.arrayContaining([expect.objectContaining({ trouble: 'login_refused' })]),
      })
      app.clock.now += 5 * MINUTE
      await j.refresh()
      await j.refresh()
      expect(await j.account()).toMatchObject({ status: 'broken', problem: 'revoked' })
      await expect.poll(j.subjects).toContainEqual(expect.stringContaining('calendar'))
      const mails = await j.subjects()
      expect(await j.bob.cancel(id)).toMatchObject({ status: 200 })

      expect(await j.changePassword('wrong')).toMatchObject({ status: 400 })
      expect(await j.changePassword(server.password)).toMatchObject({
        status: 200,
        data: { status: 'connected' },
      })
      await expect.poll(() => j.entry(id)).toBeNull()
      expect(await j.starts()).toContain('15:00')
      const isAboutAccess = (subject: string) => /disconnected|connect/i.test(subject)
      expect((await j.subjects()).filter(isAboutAccess)).toEqual(mails.filter(isAboutAccess))
      expect(mails.filter(isAboutAccess)).toHaveLength(1)
    })

    test('closes the event while its server is down, and opens it afterward', async () => {
      await j.starts()
      await server.stop()
      app.clock.now += 14 * MINUTE
      expect(await j.starts()).toContain('15:00')
      app.clock.now += 2 * MINUTE
      expect(await j.starts()).toEqual(['503'])
      expect((await j.account()).calendars.find(({ id }) => id === j.calendarId)).toMatchObject({
        trouble: 'unreachable',
      })
      await server.restart()
      app.clock.now += 11 * MINUTE
      await expect.poll(() => j.starts()).toContain('15:00')
      expect(await j.account()).toMatchObject({ status: 'connected' })
    })
  })

  test('its password appears in no log', async () => {
    const { sessionToken } = await signIn(app.origin, `logs-${program}@example.com`)
    await connectCaldav(app, sessionToken, server)
    expect(lines.length).toBeGreaterThan(0)
    const secrets = ['first password', 'second password', btoa(`${USERNAME}:first password`), server.calendar]
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
  })
}
