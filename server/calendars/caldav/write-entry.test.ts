import { describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import { entryOf, setUpAccount } from './account.test-support.ts'
import { CALENDAR, bookingEntry, NOW } from './fake-server.test-support.ts'

const own = setUpAccount()
const { write, stored, lines, edit } = entryOf(own)

const later = { sequence: 1, isNew: false, startAt: NOW + 5 * HOUR, endAt: NOW + 6 * HOUR }
const moved = 'DTSTART:20270104T180000Z'

test('a new booking gets an entry that nobody is mailed about', async () => {
  const invitee = { name: 'Bob “B”; "Bo\nb"', email: 'bob@example.com' }
  const texts = { title: 'Talk, with; Bob', description: 'One\nTwo\\n', location: 'Room 5' }
  expect(await write({ ...texts, invitee, guests: ['guest@example.com'] })).toMatchObject({
    id: 'abc',
    uid: 'abc@google.com',
    startAt: bookingEntry.startAt,
    endAt: bookingEntry.endAt,
    bookingSequence: 0,
    conferenceUrl: null,
    hasFailedConference: false,
  })
  expect(own.server.asked).toMatchObject([
    { method: 'PUT', path: '/ann/team/abc.ics', headers: { 'if-none-match': '*' } },
  ])
  expect(stored()).toContain('SUMMARY:Talk\\, with\\; Bob\r\n')
  expect(stored()).toContain('DESCRIPTION:One\\nTwo\\\\n\r\n')
  expect([lines('UID'), lines('DTSTART'), lines('SEQUENCE')]).toEqual([
    ['UID:abc@google.com'],
    ['DTSTART:20270104T140000Z'],
    ['SEQUENCE:0'],
  ])
  expect(lines('ORGANIZER')).toEqual(['ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:ann@example.com'])
  const people = lines('ATTENDEE')
  expect(people).toHaveLength(2)
  expect(people.every((line) => line.includes('SCHEDULE-AGENT=CLIENT'))).toBe(true)
  expect(people[0]).toMatch(/PARTSTAT=ACCEPTED.*mailto:bob@example\.com$/)
  expect(people[1]).toMatch(/PARTSTAT=NEEDS-ACTION.*mailto:guest@example\.com$/)
})

test('a video call can’t be created', async () => {
  expect(await write({ conference: { isWanted: true, url: null } })).toMatchObject({
    conferenceUrl: null,
    hasFailedConference: true,
  })
})

test('a repeated write changes nothing, wherever the host moved the entry since', async () => {
  await write()
  edit((text) => text.replace('T140000Z', 'T160000Z').replace('T150000Z', 'T170000Z'))
  const before = stored()
  expect(await write()).toMatchObject({ startAt: NOW + 3 * HOUR })
  expect(await write({ isNew: false })).toMatchObject({ startAt: NOW + 3 * HOUR })
  expect(stored()).toBe(before)
})

test('a write that arrives after a later one changes nothing', async () => {
  await write()
  await write(later)
  const before = stored()
  expect(await write({ isNew: false })).toMatchObject({ bookingSequence: 1 })
  expect(await write()).toMatchObject({ bookingSequence: 1 })
  expect(stored()).toBe(before)
})

test('the same number can mean another state, after a restored backup', async () => {
  await write()
  await write(later)
  expect(await write({ ...later, title: 'Another' })).toMatchObject({ title: 'Another' })
})

test('what the host added stays', async () => {
  const added = [
    'CATEGORIES:Private',
    'COLOR:red',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'TRIGGER:-PT5M',
    'END:VALARM',
  ]
  await write({ guests: ['guest@example.com', 'former@example.com'], location: 'Room 5' })
  edit((text) =>
    text
      .replace('TRANSP:OPAQUE\r\n', '')
      .replace('PARTSTAT=NEEDS-ACTION', 'PARTSTAT=DECLINED')
      .replace(/DTSTART:.*/, 'DTSTART;TZID=Europe/Berlin:20270104T170000')
      .replace(
        'END:VEVENT',
        ['ATTENDEE;CN=Cleo:mailto:Cleo@example.com', ...added, 'END:VEVENT'].join('\r\n'),
      ),
  )
  const invitee = { name: 'Robert', email: 'robert@example.com' }
  await write({ ...later, invitee, guests: ['guest@example.com'], formerGuests: ['former@example.com'] })
  for (const line of added) expect(stored()).toContain(line)
  expect(stored()).toContain(moved)
  expect([lines('DTSTART'), lines('LOCATION'), lines('TRANSP')]).toEqual([
    [moved],
    [],
    ['TRANSP:TRANSPARENT'],
  ])
  const people = lines('ATTENDEE')
  expect(people.map((line) => line.split('mailto:')[1])).toEqual([
    'robert@example.com',
    'guest@example.com',
    'Cleo@example.com',
  ])
  expect(people[1]).toContain('PARTSTAT=DECLINED')
  expect(people.every((line) => line.includes('SCHEDULE-AGENT=CLIENT'))).toBe(true)
})

test('its number never goes back, because clients count their changes too', async () => {
  await write()
  edit((text) => text.replace('\r\nSEQUENCE:0', '\r\nSEQUENCE:7'))
  await write(later)
  expect(lines('SEQUENCE')).toEqual(['SEQUENCE:7'])
  expect(lines('X-BOOMTIME-SEQUENCE')).toEqual(['X-BOOMTIME-SEQUENCE:1'])
})

test.each([
  ['deleted', () => own.server.remove('abc')],
  ['canceled', () => edit((text) => text.replace('STATUS:CONFIRMED', 'STATUS:CANCELLED'))],
])('an entry that the host %s is put back by the next change', async (_, byHand) => {
  await write()
  byHand()
  expect(await own.account.readEntry(CALENDAR, 'abc')).toMatchObject({ isCanceled: true })
  expect(
    await own.account.anonymizeEntry(CALENDAR, { id: 'abc', title: '', description: '', sequence: 1 }),
  ).toBe(false)
  expect(await write(later)).toMatchObject({ isCanceled: false, bookingSequence: 1 })
  expect(stored()).toContain(moved)
  expect(stored()).toContain('STATUS:CONFIRMED')
})

test('a change that the host makes at the same time isn’t lost', async () => {
  await write()
  own.server.instead = ({ method }) => {
    if (method !== 'PUT') return undefined
    own.server.instead = () => undefined
    edit((text) => text.replace('END:VEVENT', 'COLOR:red\r\nEND:VEVENT'))
    return undefined
  }
  await write(later)
  expect(stored()).toContain('COLOR:red')
  expect(stored()).toContain(moved)
})

test('gives up on an entry that keeps changing', async () => {
  await write()
  let changes = 0
  own.server.instead = ({ method }) => {
    if (method === 'PUT') edit((text) => text.replace('END:VEVENT', `COLOR:${++changes}\r\nEND:VEVENT`))
    return undefined
  }
  await expect(write(later)).rejects.toMatchObject({ reason: 'unreachable' })
  expect(stored()).not.toContain(moved)
})

describe('ETags', () => {
  test('a weak one is that of a compressed response', async () => {
    await write()
    const strong = own.server.etagOf
    own.server.instead = (asked) => {
      if (asked.method !== 'GET') return undefined
      const answer = own.server.answer(asked)
      return { ...answer, headers: { ...answer.headers, etag: `W/${strong(own.server.files.get('abc')!)}` } }
    }
    await write(later)
    expect(stored()).toContain(moved)
    expect(own.server.asked.at(-1)).toMatchObject({
      method: 'PUT',
      headers: { 'if-match': expect.stringMatching(/^"/) },
    })
  })

  test('one that the server itself can’t compare is left out', async () => {
    await write()
    own.server.etagOf = () => 'W/"1"'
    await write(later)
    expect(stored()).toContain(moved)
    expect(await own.account.removeEntry(CALENDAR, 'abc')).toBe(true)
  })

  test('without any, entries are written all the same', async () => {
    own.server.etagOf = () => null
    await write()
    await write(later)
    expect(stored()).toContain(moved)
    expect(await own.account.removeEntry(CALENDAR, 'abc')).toBe(true)
  })

  test('without one in the answer, the entry is read again', async () => {
    own.server.etagAfterPut = () => null
    await write()
    expect(own.server.takeAsked()).toEqual(['PUT /ann/team/abc.ics', 'GET /ann/team/abc.ics'])
    // The server accepted it, and stored nothing.
    own.server.instead = ({ method }) => (method === 'PUT' ? { status: 204 } : undefined)
    await expect(write(later)).rejects.toMatchObject({ reason: 'unreachable', trouble: 'server_error' })
  })
})

const webPage = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' }

test.each([
  ['a web page', webPage],
  ['nothing', { status: 200 }],
])('%s instead of an answer is no success', async (_, answer) => {
  await write()
  own.server.instead = () => answer
  const broken = { reason: 'unreachable', trouble: 'server_error' }
  await expect(write()).rejects.toMatchObject(broken)
  await expect(write(later)).rejects.toMatchObject(broken)
  await expect(own.account.readEntry(CALENDAR, 'abc')).rejects.toMatchObject(broken)
  await expect(own.account.removeEntry(CALENDAR, 'abc')).rejects.toMatchObject(broken)
  expect(stored()).toContain('20270104T140000Z')
})

test('a confirmation may be called a web page if it has no body', async () => {
  own.server.instead = (asked) => {
    const { status, headers } = own.server.answer(asked)
    return { status, headers: { ...headers, 'content-type': 'text/html; charset=UTF-8' } }
  }
  await write()
  expect(own.server.takeAsked().map((asked) => asked.split(' ')[0])).toEqual(['PUT'])
  own.server.instead = (asked) =>
    asked.method === 'DELETE'
      ? { ...own.server.answer(asked), headers: { 'content-type': 'text/html; charset=UTF-8' } }
      : undefined
  expect(await own.account.removeEntry(CALENDAR, 'abc')).toBe(true)
})

test('a web page instead of the confirmation of a removal is none', async () => {
  await write()
  own.server.instead = ({ method }) => (method === 'DELETE' ? webPage : undefined)
  await expect(own.account.removeEntry(CALENDAR, 'abc')).rejects.toMatchObject({ reason: 'unreachable' })
})

test.each([
  [401, 'revoked'],
  [403, 'forbidden'],
  [413, 'rejected'],
  [415, 'rejected'],
  [429, 'rate_limited'],
  [500, 'unreachable'],
  [507, 'unreachable'],
])('says what %d means for a write', async (status, reason) => {
  own.server.instead = ({ method }) => (method === 'PUT' ? { status } : undefined)
  await expect(write()).rejects.toMatchObject({ reason })
})

test.each([404, 409])('a deleted calendar and a refused entry are different errors (%d)', async (status) => {
  own.server.instead = ({ method }) => (method === 'PUT' ? { status } : undefined)
  await expect(write()).rejects.toMatchObject({ reason: 'rejected' })
  own.server.instead = ({ method }) =>
    method === 'PROPFIND' ? { status: 404 } : method === 'PUT' ? { status } : undefined
  await expect(write()).rejects.toMatchObject({ reason: 'calendar_gone' })
  await expect(own.account.readEntry(CALENDAR, 'abc')).rejects.toMatchObject({ reason: 'calendar_gone' })
})

test('a changed description replaces its formatted copy', async () => {
  await write()
  edit((text) => text.replace('END:VEVENT', 'X-ALT-DESC:<b>Booked by Bob</b>\r\nEND:VEVENT'))
  await write(later)
  expect(lines('X-ALT-DESC')).toEqual([])
})

test('an entry is removed as it was read', async () => {
  expect(await own.account.removeEntry(CALENDAR, 'abc')).toBe(false)
  await write()
  own.server.asked.splice(0)
  expect(await own.account.removeEntry(CALENDAR, 'abc')).toBe(true)
  expect(own.server.asked.at(-1)).toMatchObject({
    method: 'DELETE',
    headers: { 'if-match': expect.stringMatching(/^"/) },
  })
  expect(own.server.files.size).toBe(0)
})

test('what isn’t an event is written over', async () => {
  own.server.put('abc', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  await write(later)
  expect(stored()).toContain(moved)
})
