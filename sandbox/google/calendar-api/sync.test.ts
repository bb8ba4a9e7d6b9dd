import type { calendar_v3 } from '@googleapis/calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendarOf, listAll, refusal, startSandbox } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const PRIMARY = { calendarId: 'primary' }
const WINDOW = { timeMin: '2026-03-01T00:00:00Z', timeMax: '2026-04-01T00:00:00Z' }

let sandbox: RunningSandbox
let client: calendar_v3.Calendar
let people = 0
let clock = Date.parse('2026-02-20T12:00:00Z')
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => clock })
})
beforeEach(async () => {
  client = await calendarOf(sandbox, `sync${++people}@example.com`)
})
afterAll(() => sandbox.app.close())

function hourOn(day: string): calendar_v3.Schema$Event {
  return { start: { dateTime: `${day}T14:00:00Z` }, end: { dateTime: `${day}T15:00:00Z` } }
}

async function add(id: string, day: string): Promise<void> {
  await client.events.insert({ ...PRIMARY, requestBody: { id, ...hourOn(day) } })
}

function ids(items: calendar_v3.Schema$Event[]): string[] {
  return items.map(({ id, status }) => (status === 'cancelled' ? `-${id}` : id!))
}

describe('a sync token', () => {
  it('comes on the last page and returns later changes, deletions and insertions', async () => {
    for (const day of ['02', '03', '04', '05', '06']) await add(`event${day}`, `2026-03-${day}`)
    const full = await listAll(client, { singleEvents: true, maxResults: 2 })
    expect([ids(full.items), full.pages]).toEqual([
      ['event02', 'event03', 'event04', 'event05', 'event06'],
      3,
    ])

    const none = await listAll(client, { singleEvents: true, syncToken: full.syncToken })
    expect(none.items).toEqual([])

    await client.events.patch({ ...PRIMARY, eventId: 'event03', requestBody: { summary: 'Changed' } })
    await client.events.delete({ ...PRIMARY, eventId: 'event05' })
    await add('event07', '2026-03-07')
    await add('event08', '2026-03-08')
    await client.events.delete({ ...PRIMARY, eventId: 'event08' })
    const delta = await listAll(client, { singleEvents: true, maxResults: 1, syncToken: none.syncToken })
    expect(ids(delta.items)).toEqual(['event03', '-event05', 'event07', '-event08'])
    expect(delta.pages).toBe(4)
    expect(delta.items[1]).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: 'event05',
      status: 'cancelled',
    })
    expect((await listAll(client, { singleEvents: true, syncToken: delta.syncToken })).items).toEqual([])
  })

  it('reports an event that was restored and deleted again', async () => {
    await add('again', '2026-03-02')
    await client.events.delete({ ...PRIMARY, eventId: 'again' })
    const { syncToken } = await listAll(client, { singleEvents: true })
    const restored = { status: 'confirmed' }
    await client.events.patch({ ...PRIMARY, eventId: 'again', requestBody: restored })
    await client.events.delete({ ...PRIMARY, eventId: 'again' })
    expect(ids((await listAll(client, { singleEvents: true, syncToken })).items)).toEqual(['-again'])
  })

  it('misses nothing that changes while pages are read', async () => {
    for (const day of ['02', '03', '04']) await add(`event${day}`, `2026-03-${day}`)
    const first = await client.events.list({ ...PRIMARY, maxResults: 2 })
    await client.events.delete({ ...PRIMARY, eventId: 'event02' })
    await add('event01', '2026-03-01')
    await add('event09', '2026-03-09')
    const rest = await listAll(client, { pageToken: first.data.nextPageToken! })
    expect(ids([...first.data.items!, ...rest.items])).toEqual(['event02', 'event03', 'event04'])
    const delta = await listAll(client, { syncToken: rest.syncToken })
    expect(ids(delta.items)).toEqual(
      ['-event02', 'event01', 'event09'].toSorted((a, b) => (a.slice(-2) < b.slice(-2) ? -1 : 1)),
    )
  })

  it('keeps the window of the full list', async () => {
    await add('inside', '2026-03-10')
    await add('outside', '2026-05-10')
    const full = await listAll(client, { ...WINDOW, singleEvents: true })
    expect(ids(full.items)).toEqual(['inside'])
    await client.events.patch({ ...PRIMARY, eventId: 'inside', requestBody: hourOn('2026-06-10') })
    await client.events.patch({ ...PRIMARY, eventId: 'outside', requestBody: hourOn('2026-03-11') })
    await add('never', '2026-07-10')
    const delta = await listAll(client, { singleEvents: true, syncToken: full.syncToken })
    // What left the window is returned with its new time, like Google does.
    expect(delta.items.map(({ id, start }) => [id, start!.dateTime])).toEqual([
      ['inside', '2026-06-10T10:00:00-04:00'],
      ['outside', '2026-03-11T10:00:00-04:00'],
    ])
    await client.events.delete({ ...PRIMARY, eventId: 'inside' })
    const later = await listAll(client, { singleEvents: true, syncToken: delta.syncToken })
    expect(later.items).toEqual([])
  })

  it('returns the changed instances of a recurring entry', async () => {
    const start = { dateTime: '2026-03-02T09:00:00', timeZone: 'America/New_York' }
    const end = { dateTime: '2026-03-02T10:00:00', timeZone: 'America/New_York' }
    await client.events.insert({
      ...PRIMARY,
      requestBody: { id: 'series', start, end, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] },
    })
    const full = await listAll(client, { singleEvents: true })
    const [first, second, third] = ids(full.items)
    expect([first, third]).toEqual(['series_20260302T140000Z', 'series_20260316T130000Z'])

    await client.events.delete({ ...PRIMARY, eventId: second! })
    const removed = await listAll(client, { singleEvents: true, syncToken: full.syncToken })
    expect(ids(removed.items)).toEqual([`-${second}`])

    await client.events.patch({ ...PRIMARY, eventId: third!, requestBody: { summary: 'Last' } })
    const patched = await listAll(client, { singleEvents: true, syncToken: removed.syncToken })
    expect(patched.items).toMatchObject([{ id: third, summary: 'Last', recurringEventId: 'series' }])

    await client.events.delete({ ...PRIMARY, eventId: 'series' })
    const gone = await listAll(client, { singleEvents: true, syncToken: patched.syncToken })
    expect(ids(gone.items)).toEqual([`-${first}`, `-${third}`])
  })

  it.each<[string, calendar_v3.Params$Resource$Events$List]>([
    ['timeMin', { timeMin: WINDOW.timeMin }],
    ['timeMax', { timeMax: WINDOW.timeMax }],
    ['orderBy', { orderBy: 'updated' }],
    ['q', { q: 'x' }],
    ['a private property', { privateExtendedProperty: ['a=b'] }],
    ['showDeleted=false', { showDeleted: false }],
  ])("can't be combined with %s", async (_name, params) => {
    const { syncToken } = await listAll(client, {})
    const call = client.events.list({ ...PRIMARY, ...params, syncToken })
    expect(await refusal(call)).toEqual({ status: 400, reason: 'syncTokenWithRequestRestrictions' })
  })

  it('asks for a full list if it is unknown, too old or from another calendar', async () => {
    const gone = { status: 410, reason: 'fullSyncRequired' }
    expect(await refusal(client.events.list({ ...PRIMARY, syncToken: 'unknown' }))).toEqual(gone)
    const { syncToken } = await listAll(client, {})
    const family = (await client.calendarList.list()).data.items![1]!.id!
    expect(await refusal(client.events.list({ calendarId: family, syncToken }))).toEqual(gone)
    clock += 29 * 86_400_000
    client = await calendarOf(sandbox, `sync${people}@example.com`)
    expect(await refusal(client.events.list({ ...PRIMARY, syncToken }))).toEqual(gone)
  })
})
