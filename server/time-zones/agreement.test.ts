import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../availability/units.ts'
import { offeredStarts } from '../../availability/slots.ts'
import { weekdays } from '../../availability/week.ts'
import { dateTextOf, timeText, weekdayText } from '../../contract/time/time-text.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import { noSettings } from '../../contract/account/settings-options.ts'
import { replaceZones } from '../../testing/time-zones/replaced-zones.ts'
import { packagedRules } from '../../testing/time-zones/time-zones.ts'
import { changesOf, type OffsetAt, offsetsOf } from '../../testing/time-zones/tzif-oracle.ts'
import { COMPILED_RELEASE, compiledZones, zoneinfoFolder } from '../../testing/time-zones/zoneinfo.ts'
import { addZones } from '../../web/data/time-zones.ts'
import { bookingLines, type ExportedRow } from '../bookings/lists/export-bookings.ts'
import { type CalendarBooking, calendarFile } from '../emails/calendar-part.ts'
import { mailContent, type MailInput } from '../emails/mail-wording.ts'
import { mailText } from '../emails/plain-text-part.ts'
import { loadZones } from './load-zones.ts'
import { shownRules } from './shown-rules.ts'
import { systemZones } from './system-zones.ts'

const HALF_HOUR = 30 * MINUTE

/** Every change of these years is at a multiple of it. */
const STEP = 5 * MINUTE
const FROM = Date.UTC(2026, 10, 22)
const TO = Date.UTC(2031, 10, 22)

const names = [...compiledZones()]

/** Zones with the same file have the same changes. */
const oracles = new Map<string, { offsetAt: OffsetAt; changes: number[] }>()
function oracleOf(file: Buffer) {
  const key = file.toString('latin1')
  const offsetAt = offsetsOf(file)
  const known = oracles.get(key) ?? { offsetAt, changes: changesOf(offsetAt, FROM, TO) }
  oracles.set(key, known)
  return known
}

const sources = {
  'the package': () => packagedRules.find,
  'the system’s files': () =>
    loadZones([systemZones(zoneinfoFolder(COMPILED_RELEASE, compiledZones()))], (line) =>
      expect(line).toBe(''),
    ).find,
}
const twoDigits = (value: number) => String(value).padStart(2, '0')
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** What a clock shows, put into words without any library. */
function wordsOf(wall: number) {
  const date = new Date(wall)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return {
    time: `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`,
    date: `${days[date.getUTCDay()]}, ${months[month]} ${day}, ${year}`,
    cell: `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`,
    instant: (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.000/g, ''),
  }
}

const booking = {
  id: 'an-id',
  sharedId: 'a-shared-id',
  calendarEntryId: 'entry',
  sequence: 0,
  status: 'confirmed',
  title: 'Talk',
  description: '',
  meetVia: 'in-person',
  meetingUrl: null,
  location: '',
  fullName: 'Bob',
  email: 'bob@example.com',
  inviteeHour12: false,
  customFields: [],
  createdAt: FROM,
  updatedAt: FROM,
  canceledAt: null,
  canceledBy: null,
  cancellationReason: null,
  erasedAt: null,
  entryRemovedAt: null,
  entryDivergedAt: null,
  entryWrittenAt: FROM,
  videoCallFailedAt: null,
}

/** The same meeting as a mail, a line of CSV and a calendar file tell it. */
async function told(timeZone: string, startAt: number) {
  const endAt = startAt + HALF_HOUR
  const row = { ...booking, timezone: timeZone, inviteeTimezone: timeZone, startAt, endAt }
  const mail = mailText(
    mailContent({
      booking: row as unknown as MailInput['booking'],
      host: { name: 'Ada', email: 'ada@example.com' },
      settings: noSettings,
      mail: { kind: 'booked', role: 'invitee', message: '', previousStartAt: null },
      changeLinks: [],
      publicUrl: 'https://example.com',
      stopUrl: null,
    }),
  )
  const rows = [{ booking: row, event: null, guests: [], labelIds: [] }] as unknown as ExportedRow[]
  const lines: string[] = []
  for await (const part of bookingLines(batch(rows), timeZone, [], [])) lines.push(part)
  const file = calendarFile({
    booking: row as unknown as CalendarBooking & { status: 'confirmed' },
    hostName: 'Ada',
    organizer: { name: 'Ada', address: 'ada@example.com' },
    publicUrl: 'https://example.com',
    now: FROM,
  })
  return { mail, csv: lines.join(''), file }
}

async function* batch(rows: ExportedRow[]) {
  yield rows
}

const allDay = { enabled: true, slots: [{ start: '00:00', end: '23:59' }] }
const week = Object.fromEntries(weekdays.map((day) => [day, allDay])) as never

/** Every start of a half-hour slot in the two days around an instant, for a host who is always available. */
const slotsAround = (timeZone: string, at: number) =>
  offeredStarts({
    week,
    zone: zoneTable(timeZone),
    durationMinutes: 30,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    eventPeriod: { start: null, end: null },
    bookingPeriod: { start: null, end: null },
    busy: [],
    now: 0,
    range: { start: at - DAY, end: at + DAY },
  })

/** The same, from each midnight that the oracle finds. */
function expectedSlots(offsetAt: OffsetAt, at: number): number[] {
  const starts: number[] = []
  let sinceMidnight = 0
  for (let minute = at - 3 * DAY; minute < at + DAY; minute += STEP) {
    const day = (instant: number) => Math.floor((instant + offsetAt(instant)) / DAY)
    if (day(minute) > day(minute - STEP)) sinceMidnight = minute
    // A slot has to end on the same day.
    const fits = day(minute + HALF_HOUR - 1) === day(minute)
    if (minute >= at - DAY && (minute - sinceMidnight) % HALF_HOUR === 0 && fits) starts.push(minute)
  }
  return starts
}

test.each(Object.entries(sources))(
  'every zone and every change of five years, by %s: slots, page, mail, CSV and calendar file agree',
  { timeout: 240_000 },
  async (_, source) => {
    const read = source()
    const rulesOf = new Map(names.map(([name]) => [name, read(name)]))
    const find = (name: string) => rulesOf.get(name)
    const checked = new Set<string>()
    let changesChecked = 0
    for (const [name, file] of names) {
      replaceZones(find)
      const { offsetAt, changes } = oracleOf(file)
      // Of the zones that change at the same times, one is compared in full.
      const pattern =
        changes.map((at) => [at, offsetAt(at - 1), offsetAt(at)].join()).join(' ') || offsetAt(FROM)
      const isNew = !checked.has(String(pattern))
      checked.add(String(pattern))
      for (const at of changes.length > 0 ? changes : [FROM]) {
        changesChecked += 1
        const instants = [at - HALF_HOUR, at - MINUTE, at, at + HALF_HOUR].map(
          (instant) => instant - (instant % MINUTE),
        )
        const rules = JSON.parse(JSON.stringify(shownRules(name, FROM))) as ReturnType<typeof shownRules>
        for (const instant of instants) {
          const [start, end] = [instant, instant + HALF_HOUR].map((each) => wordsOf(each + offsetAt(each)))
          const viewer = { locale: 'en-US', timeZone: name, hour12: false }
          replaceZones(find)
          expect([name, instant, dateTextOf(instant, viewer), timeText(instant, viewer)]).toEqual([
            name,
            instant,
            start!.date,
            start!.time,
          ])
          // A page calculates with what it was sent.
          addZones([rules])
          expect([dateTextOf(instant, viewer), timeText(instant, viewer)]).toEqual([start!.date, start!.time])
          if (!isNew) continue
          replaceZones(find)
          const { mail, csv, file: calendar } = await told(name, instant)
          const to =
            start!.date === end!.date
              ? end!.time
              : `${weekdayText(instant + HALF_HOUR, viewer)}, ${end!.time}`
          expect(mail).toContain(`${start!.date}\n${start!.time} – ${to}`)
          expect(csv).toContain(`,"${start!.cell} ${start!.time}","${end!.cell} ${end!.time}","${name}",`)
          expect(calendar).toContain(`DTSTART:${start!.instant(instant)}\r\n`)
        }
        if (!isNew) continue
        replaceZones(find)
        expect([name, slotsAround(name, at)]).toEqual([name, expectedSlots(offsetAt, at)])
      }
    }
    expect(changesChecked).toBeGreaterThan(1000)
  },
)
