import type { Slot } from '../../../../contract/events/slot.schema.ts'
import type { CalendarCheck } from '../../../../contract/bookings/invitee-calendar-check.ts'
import type { BusyTime } from './busy-times.ts'
import { CheckFailed } from './check-problems.ts'

interface Asked {
  token: string
  /** Epoch milliseconds. */
  from: number
  to: number
  signal: AbortSignal
}

/** When the owner of the token is busy, by their primary calendar. */
export async function readBusyTimes(
  { freeBusyUrl }: CalendarCheck,
  { token, from, to, signal }: Asked,
): Promise<BusyTime[]> {
  const response = await fetch(freeBusyUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      timeMin: new Date(from).toISOString(),
      timeMax: new Date(to).toISOString(),
      items: [{ id: 'primary' }],
    }),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  }).catch(() => {
    throw new CheckFailed('unreachable')
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.status === 401) throw new CheckFailed('expired')
  if (response.status === 429) throw new CheckFailed('tooMany')
  if (response.status === 403) throw new CheckFailed(refusalOf(answer))
  if (!response.ok) throw new CheckFailed('failed')
  return busyTimesIn(answer)
}

/** Google also answers 403 if there are too many requests, and if the operator hasn't enabled its Calendar API. */
function refusalOf(answer: unknown) {
  const errors = property(property(answer, 'error'), 'errors')
  const [error]: unknown[] = Array.isArray(errors) ? errors : []
  if (property(error, 'domain') !== 'usageLimits') return 'forbidden'
  return property(error, 'reason') === 'accessNotConfigured' ? 'failed' : 'tooMany'
}

/** The busy times in an answer about one calendar. */
export function busyTimesIn(answer: unknown): BusyTime[] {
  const calendars = property(answer, 'calendars')
  const [calendar, ...others] = isObject(calendars) ? Object.values(calendars) : []
  const busy = property(calendar, 'busy')
  if (others.length > 0 || !Array.isArray(busy) || hasErrors(calendar)) throw new CheckFailed('failed')
  return busy.flatMap((time) => {
    const [start, end] = [instant(property(time, 'start')), instant(property(time, 'end'))]
    // `NaN` is never less.
    if (!(start <= end)) throw new CheckFailed('failed')
    // An entry without a length keeps nobody busy.
    return start === end ? [] : { start, end }
  })
}

/** Leaves out a meeting that is in the calendar, because it is about to be moved. */
export const withoutMeeting = (busy: readonly BusyTime[], { startUtc, endUtc }: Slot) =>
  busy.filter(({ start, end }) => start !== Date.parse(startUtc) || end !== Date.parse(endUtc))

const hasErrors = (calendar: unknown) => {
  const errors = property(calendar, 'errors')
  return Array.isArray(errors) && errors.length > 0
}

/** Without an offset, it would be in the browser's zone. */
const instant = (value: unknown) =>
  typeof value === 'string' && /T.*(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : Number.NaN

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const property = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined)
