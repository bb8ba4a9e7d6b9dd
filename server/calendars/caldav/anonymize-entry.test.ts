import { expect, test } from 'vitest'
import { entryOf, setUpAccount } from './account.test-support.ts'
import { CALENDAR } from './fake-server.test-support.ts'

const own = setUpAccount()
const { write, stored, lines, edit } = entryOf(own)

const anonymous = { id: 'abc', title: 'Talk', description: '', sequence: 1 }

test('an entry without people keeps its time and what the host added', async () => {
  await write({ guests: ['guest@example.com'] })
  edit((text) => text.replace('END:VEVENT', 'COLOR:red\r\nATTENDEE:mailto:ann@example.com\r\nEND:VEVENT'))
  expect(await own.account.anonymizeEntry(CALENDAR, anonymous)).toBe(true)
  expect(lines('ATTENDEE').map((line) => line.split('mailto:')[1])).toEqual(['ann@example.com'])
  expect(stored()).not.toMatch(/bob|guest/i)
  for (const line of ['COLOR:red', 'SUMMARY:Talk\r', 'DTSTART:20270104T140000Z', 'X-BOOMTIME-SEQUENCE:1'])
    expect(stored()).toContain(line)
  const before = stored()
  expect(await own.account.anonymizeEntry(CALENDAR, { ...anonymous, title: 'Late', sequence: 0 })).toBe(true)
  expect(stored()).toBe(before)
})

test('nobody is left in single dates, reminders and formatted texts', async () => {
  await write()
  edit((text) =>
    text.replace(
      'END:VEVENT',
      [
        'X-ALT-DESC;FMTTYPE=text/html:<b>Booked by Bob</b>',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT5M',
        'DESCRIPTION:Talk with Bob',
        'END:VALARM',
        'RRULE:FREQ=WEEKLY',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:abc@google.com',
        'RECURRENCE-ID:20270111T140000Z',
        'DTSTART:20270111T150000Z',
        'SUMMARY:Talk with Bob',
        'ATTENDEE:mailto:bob@example.com',
        'END:VEVENT',
      ].join('\r\n'),
    ),
  )
  await own.account.anonymizeEntry(CALENDAR, anonymous)
  expect(stored()).not.toMatch(/bob/i)
  expect(lines('SUMMARY')).toEqual(['SUMMARY:Talk', 'SUMMARY:Talk'])
  expect(lines('DESCRIPTION')).toEqual(['DESCRIPTION:Talk'])
  for (const line of ['TRIGGER:-PT5M', 'DTSTART:20270111T150000Z']) expect(stored()).toContain(line)
})

test('people are only off an entry once the server has stored that', async () => {
  await write()
  own.server.instead = ({ method }) =>
    method === 'PUT'
      ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' }
      : undefined
  await expect(own.account.anonymizeEntry(CALENDAR, anonymous)).rejects.toMatchObject({
    reason: 'unreachable',
    trouble: 'server_error',
  })
  own.server.instead = () => undefined
  own.server.etagAfterPut = () => null
  expect(await own.account.anonymizeEntry(CALENDAR, anonymous)).toBe(true)
  expect(stored()).not.toMatch(/bob/i)
})
