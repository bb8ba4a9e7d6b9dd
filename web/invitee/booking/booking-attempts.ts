import { HOUR } from '../../../availability/units.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import type { Request } from '../../../contract/api/endpoints.ts'
import { isOneOff } from '../../../contract/events/event-options.ts'
import { call, isRefused } from '../call.ts'

export type NewBooking = Request<'createBooking'>

/** A request to book whose outcome isn't known. */
export interface Attempt {
  key: string
  /** The request as JSON. */
  asked: string
  /** Epoch milliseconds. */
  at: number
  /** Of the page that sent it. Older pages didn't store it. */
  path?: string
}

/** The invitee may have canceled what an older one booked. */
const MAX_AGE_MS = HOUR

export const isRecent = ({ at }: Attempt) => Date.now() - at < MAX_AGE_MS

/** Under which key a tab stores its attempts at an event. */
export const placeOf = (eventId: string) => `bookingAttempts:${eventId}`

export const meetingOf = ({ asked }: Attempt) => JSON.parse(asked) as NewBooking

export const send = (attempt: Attempt, headers: Record<string, string>) =>
  call('createBooking', meetingOf(attempt), { headers: { ...headers, 'idempotency-key': attempt.key } })

/** What an earlier attempt booked; null if it didn't, or might book only now. */
export async function findOther(eventId: string, earlier: Attempt, headers: Record<string, string>) {
  // Sent again, it would book a time that is still open.
  return (await mayStillBook(eventId, earlier, headers)) ? null : findBooked(earlier, headers)
}

/** Whether an attempt would book if it were sent again. */
async function mayStillBook(eventId: string, attempt: Attempt, headers: Record<string, string>) {
  const {
    query: { bookingUrlId },
    body: { startUTC, selectedDuration: duration, bookAnyway },
  } = meetingOf(attempt)
  // At a time that isn't offered.
  if (bookAnyway) return true
  const day = startUTC.slice(0, 10)
  const days = { dateFrom: day, dateTo: day, timezone: 'UTC' }
  const query = { ...days, ...(duration && { duration }), ...(isOneOff(bookingUrlId) && { bookingUrlId }) }
  try {
    const slots = await call('listSlots', { params: { id: eventId }, query }, { headers })
    return slots.some(({ startUtc }) => startUtc === startUTC)
  } catch (error) {
    if (error instanceof CallFailed && isRefused(error)) return false
    throw error
  }
}

/** What an earlier attempt at this meeting booked; null if it didn't: its time is taken now, or its link used up. */
export async function findBooked(earlier: Attempt, headers: Record<string, string>) {
  try {
    return await send(earlier, headers)
  } catch (error) {
    if (error instanceof CallFailed && isRefused(error)) return null
    throw error
  }
}

export const areAttempts = (value: unknown): value is Attempt[] =>
  Array.isArray(value) &&
  value.every(
    ({ key, asked, at, path = '' }: Partial<Attempt>) =>
      typeof key === 'string' &&
      typeof asked === 'string' &&
      typeof at === 'number' &&
      typeof path === 'string',
  )
