import type { ApiContext } from './api-call.ts'
import { readEntries } from './entries.ts'
import type { Entry } from './entry.ts'
import { ApiError, missing } from '../errors.ts'
import { isRecord, text } from '../fields.ts'
import { viewItems } from './instances.ts'
import { type CalendarInfo, findCalendar } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'
import { parseTimestamp, toMs } from './when.ts'

interface Range {
  min: number
  max: number
}

const MAX_CALENDARS = 50

/** `freebusy.query`: when the caller's calendars are busy, without saying with what. */
export function queryFreeBusy({ sandbox, request, email }: ApiContext): unknown {
  const { body } = request
  const range = parseRange(body)
  const items: unknown = isRecord(body) ? body['items'] : undefined
  const ids = (Array.isArray(items) ? items : []).map((item) => text(item, 'id') ?? '')
  if (ids.length > MAX_CALENDARS) {
    throw new ApiError(400, 'tooManyCalendarsRequested', 'The number of calendars requested is too large.')
  }
  return {
    kind: 'calendar#freeBusy',
    timeMin: new Date(range.min).toISOString(),
    timeMax: new Date(range.max).toISOString(),
    calendars: Object.fromEntries(
      ids.map((id) => {
        const calendar = findCalendar(sandbox.db, email, id)
        const isThere = calendar && sandbox.faults.hasCalendar(calendar.id)
        return [id, isThere ? { busy: busyTimes(sandbox, { calendar, email, range }) } : unknown]
      }),
    ),
  }
}

const unknown = { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }

function parseRange(body: unknown): Range {
  const [min, max] = (['timeMin', 'timeMax'] as const).map((name) => {
    const given = text(body, name)
    if (given === undefined) throw missing(`Missing ${name} parameter.`)
    return parseTimestamp(given, name)
  })
  if (max! <= min!) {
    throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.', {
      domain: 'calendar',
      locationType: 'parameter',
      location: 'timeMax',
    })
  }
  return { min: min!, max: max! }
}

/** Merged, in order, and cut to the range. */
function busyTimes(
  { db, now }: Sandbox,
  { calendar, email, range }: { calendar: CalendarInfo; email: string; range: Range },
) {
  const view = {
    window: range,
    singleEvents: true,
    showDeleted: false,
    calendarZone: calendar.timeZone,
    at: now(),
  }
  const times = viewItems(readEntries(db, calendar.id), view)
    .filter((entry) => isBusy(entry, email))
    .map(({ start, end }) => ({
      start: Math.max(toMs(start, calendar.timeZone), range.min),
      end: Math.min(toMs(end, calendar.timeZone), range.max),
    }))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start)
  const merged: typeof times = []
  for (const time of times) {
    const last = merged.at(-1)
    if (last && time.start <= last.end) last.end = Math.max(last.end, time.end)
    else merged.push(time)
  }
  return merged.map(({ start, end }) => ({ start: atSecond(start), end: atSecond(end) }))
}

const isBusy = ({ transparency, attendees = [] }: Entry, owner: string) =>
  transparency !== 'transparent' &&
  !attendees.some(
    ({ email, self, responseStatus }) => (self || email === owner) && responseStatus === 'declined',
  )

const atSecond = (ms: number) => new Date(ms).toISOString().replace('.000', '')
