import type { calendar_v3 } from '@googleapis/calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendarOf, refusal, startSandbox } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const PRIMARY = { calendarId: 'primary' }
const HOUR = {
  start: { dateTime: '2026-03-02T09:00:00-05:00' },
  end: { dateTime: '2026-03-02T10:00:00-05:00' },
}

let sandbox: RunningSandbox
let client: calendar_v3.Calendar
let people = 0
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(async () => {
  client = await calendarOf(sandbox, `person${++people}@example.com`)
})
afterAll(() => sandbox.app.close())

describe('calendars', () => {
  it('include the primary one, whose id is the email address, and a second one', async () => {
    const { data } = await client.calendarList.list()
    expect(data.items).toMatchObject([
      { id: `person${people}@example.com`, primary: true, accessRole: 'owner', timeZone: 'America/New_York' },
      { summary: 'Family', accessRole: 'owner', id: expect.stringMatching(/@group\.calendar\.google\.com$/) },
    ])
    expect(data.items![1]).not.toHaveProperty('primary')
  })

  it("of other people don't exist", async () => {
    await calendarOf(sandbox, 'other@example.com')
    const call = client.events.list({ calendarId: 'other@example.com' })
    expect(await refusal(call)).toEqual({ status: 404, reason: 'notFound' })
    expect(await refusal(client.events.get({ ...PRIMARY, eventId: 'nothing' }))).toMatchObject({
      status: 404,
    })
  })

  it.each(['freebusy', 'calendars.get'])("reject %s, which the scopes don't allow", async (method) => {
    const call =
      method === 'freebusy'
        ? client.freebusy.query({ requestBody: { items: [{ id: 'primary' }] } })
        : client.calendars.get(PRIMARY)
    expect(await refusal(call)).toEqual({ status: 403, reason: 'insufficientPermissions' })
  })
})

describe('insert', () => {
  it('keeps the given fields and adds Google’s', async () => {
    const { data } = await client.events.insert({
      ...PRIMARY,
      conferenceDataVersion: 1,
      requestBody: {
        ...HOUR,
        id: 'abc0123456789',
        summary: 'Talk with Zoë',
        attendees: [
          { email: 'zoe@example.com' },
          { email: `person${people}@example.com`, responseStatus: 'accepted' },
        ],
        extendedProperties: { private: { bookingId: 'b1' }, shared: { kind: 'x' } },
        conferenceData: {
          createRequest: { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } },
        },
      },
    })
    expect(data).toMatchObject({
      kind: 'calendar#event',
      id: 'abc0123456789',
      iCalUID: 'abc0123456789@google.com',
      status: 'confirmed',
      eventType: 'default',
      sequence: 0,
      start: { dateTime: '2026-03-02T09:00:00-05:00', timeZone: 'America/New_York' },
      organizer: { email: `person${people}@example.com`, self: true },
      reminders: { useDefault: true },
      attendees: [
        { email: 'zoe@example.com', responseStatus: 'needsAction' },
        { self: true, responseStatus: 'accepted' },
      ],
      extendedProperties: { private: { bookingId: 'b1' }, shared: { kind: 'x' } },
      conferenceData: { entryPoints: [{ entryPointType: 'video', uri: data.hangoutLink }] },
    })
    expect(data.hangoutLink).toMatch(/^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/)
    expect(data.etag).toMatch(/^".+"$/)
    expect((await client.events.get({ ...PRIMARY, eventId: data.id! })).data).toEqual(data)
  })

  it('creates no conference without conferenceDataVersion', async () => {
    const conferenceData = { createRequest: { requestId: 'r1' } }
    const { data } = await client.events.insert({ ...PRIMARY, requestBody: { ...HOUR, conferenceData } })
    expect(data).not.toHaveProperty('hangoutLink')
    expect(data).not.toHaveProperty('conferenceData')
  })

  it('rejects an id that was ever used', async () => {
    const requestBody = { ...HOUR, id: 'bookingid' }
    await client.events.insert({ ...PRIMARY, requestBody })
    const again = () => client.events.insert({ ...PRIMARY, requestBody })
    expect(await refusal(again())).toEqual({ status: 409, reason: 'duplicate' })
    await client.events.delete({ ...PRIMARY, eventId: 'bookingid' })
    expect(await refusal(again())).toEqual({ status: 409, reason: 'duplicate' })
  })

  it.each<[string, string, calendar_v3.Schema$Event]>([
    ['a short id', 'invalid', { ...HOUR, id: 'abcd' }],
    ['an id with other letters', 'invalid', { ...HOUR, id: 'xyz-12' }],
    ['an end before the start', 'timeRangeEmpty', { start: HOUR.end, end: HOUR.start }],
    ['no end', 'required', { start: HOUR.start }],
    ['a wall time without a zone', 'required', { ...HOUR, start: { dateTime: '2026-03-02T09:00:00' } }],
    ['a day and a time', 'invalid', { start: { date: '2026-03-02' }, end: HOUR.end }],
    ['an unknown zone', 'invalid', { ...HOUR, start: { ...HOUR.start, timeZone: 'Mars/Base' } }],
    ['a day that does not exist', 'invalid', { start: { date: '2026-02-30' }, end: { date: '2026-03-02' } }],
    [
      'an unknown rule',
      'invalid',
      { ...HOUR, start: { ...HOUR.start, timeZone: 'UTC' }, recurrence: ['RRULE:FREQ=HOURLY'] },
    ],
    ['a rule without a zone', 'required', { ...HOUR, recurrence: ['RRULE:FREQ=DAILY'] }],
    ['another event type', 'invalid', { ...HOUR, eventType: 'party' }],
    ['an attendee without an address', 'invalid', { ...HOUR, attendees: [{ displayName: 'Zoë' }] }],
  ])('rejects %s', async (_name, reason, requestBody) => {
    expect(await refusal(client.events.insert({ ...PRIMARY, requestBody }))).toEqual({ status: 400, reason })
  })
})

describe('changing and deleting', () => {
  it('patch merges, update replaces', async () => {
    const requestBody = {
      ...HOUR,
      id: 'merge',
      summary: 'One',
      extendedProperties: { private: { a: '1', b: '2' } },
    }
    await client.events.insert({ ...PRIMARY, requestBody })
    const patched = await client.events.patch({
      ...PRIMARY,
      eventId: 'merge',
      requestBody: { end: { dateTime: '2026-03-02T16:00:00Z' }, extendedProperties: { private: { b: '3' } } },
    })
    expect(patched.data).toMatchObject({
      summary: 'One',
      sequence: 1,
      end: { dateTime: '2026-03-02T11:00:00-05:00' },
      extendedProperties: { private: { a: '1', b: '3' } },
    })
    const updated = await client.events.update({ ...PRIMARY, eventId: 'merge', requestBody: HOUR })
    expect(updated.data).toMatchObject({ id: 'merge', sequence: 2, iCalUID: 'merge@google.com' })
    expect(updated.data).not.toHaveProperty('summary')
    expect(updated.data).not.toHaveProperty('extendedProperties')
  })

  it('checks If-Match', async () => {
    const { data } = await client.events.insert({ ...PRIMARY, requestBody: { ...HOUR, id: 'match' } })
    const patch = (etag: string) =>
      client.events.patch(
        { ...PRIMARY, eventId: 'match', requestBody: { summary: 'New' } },
        { headers: { 'if-match': etag } },
      )
    await patch(data.etag!)
    expect(await refusal(patch(data.etag!))).toEqual({ status: 412, reason: 'conditionNotMet' })
  })

  it('deletes only once', async () => {
    await client.events.insert({ ...PRIMARY, requestBody: { ...HOUR, id: 'remove' } })
    const remove = () => client.events.delete({ ...PRIMARY, eventId: 'remove', sendUpdates: 'all' })
    expect((await remove()).status).toBe(204)
    expect(await refusal(remove())).toEqual({ status: 410, reason: 'deleted' })
    const { data } = await client.events.get({ ...PRIMARY, eventId: 'remove' })
    expect(data.status).toBe('cancelled')
    expect((await client.events.list(PRIMARY)).data.items).toEqual([])
    expect((await client.events.list({ ...PRIMARY, showDeleted: true })).data.items).toHaveLength(1)
    expect(await refusal(client.events.delete({ ...PRIMARY, eventId: 'never1' }))).toMatchObject({
      status: 404,
    })
  })
})

describe('list', () => {
  it('filters the end by timeMin and the start by timeMax, both exclusive', async () => {
    await client.events.insert({ ...PRIMARY, requestBody: { ...HOUR, id: 'hour1' } })
    await client.events.insert({
      ...PRIMARY,
      requestBody: {
        id: 'longone',
        start: { date: '2026-03-02' },
        end: { date: '2026-03-03' },
        transparency: 'transparent',
      },
    })
    const ids = async (timeMin: string, timeMax: string) => {
      const { data } = await client.events.list({
        ...PRIMARY,
        timeMin,
        timeMax,
        singleEvents: true,
        orderBy: 'startTime',
      })
      return data.items!.map(({ id }) => id)
    }
    expect(await ids('2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z')).toEqual(['longone', 'hour1'])
    expect(await ids('2026-03-02T15:00:00Z', '2026-03-02T16:00:00Z')).toEqual(['longone'])
    // The day in New York: 05:00Z to 05:00Z.
    expect(await ids('2026-03-02T03:00:00Z', '2026-03-02T05:00:00Z')).toEqual([])
    expect(await ids('2026-03-03T04:59:59Z', '2026-03-03T06:00:00Z')).toEqual(['longone'])
  })

  it.each<[string, string, calendar_v3.Params$Resource$Events$List]>([
    ['an order that needs single events', 'invalid', { orderBy: 'startTime' }],
    ['a local time', 'invalid', { timeMin: '2026-03-02T00:00:00' }],
    [
      'an empty window',
      'timeRangeEmpty',
      { timeMin: '2026-03-02T00:00:00Z', timeMax: '2026-03-02T00:00:00Z' },
    ],
    ['a page token it never gave', 'invalid', { pageToken: 'made-up' }],
  ])('rejects %s', async (_name, reason, params) => {
    expect(await refusal(client.events.list({ ...PRIMARY, ...params }))).toEqual({ status: 400, reason })
  })

  it('returns no sync token for a filtered list', async () => {
    await client.events.insert({
      ...PRIMARY,
      requestBody: { ...HOUR, id: 'tagged', extendedProperties: { private: { bookingId: 'b=1' } } },
    })
    await client.events.insert({ ...PRIMARY, requestBody: { ...HOUR, summary: 'Lunch' } })
    const { data } = await client.events.list({ ...PRIMARY, privateExtendedProperty: ['bookingId=b=1'] })
    expect(data.items!.map(({ id }) => id)).toEqual(['tagged'])
    expect(data).not.toHaveProperty('nextSyncToken')
    expect((await client.events.list({ ...PRIMARY, q: 'lunch' })).data.items).toHaveLength(1)
  })
})
