import { CallFailed } from '../../../contract/api/client.ts'
import type { Answer } from '../../../contract/api/endpoints.ts'
import { newId } from '../../data/new-id.ts'
import { call, isRefused } from '../call.ts'
import { useSessionState } from '../use-session-state.ts'
import {
  areAttempts,
  type Attempt,
  findBooked,
  findOther,
  isRecent,
  meetingOf,
  type NewBooking,
  placeOf,
  send,
} from './booking-attempts.ts'

const NONE: Attempt[] = []
const MAX_OPEN = 5

/** Another meeting that was asked for before, which keeps this one from being sent. */
export class EarlierAttempt extends Error {
  readonly startUtc: string
  /** Null if nobody knows whether it was booked. */
  readonly bookingId: string | null

  constructor(startUtc: string, bookingId: string | null) {
    super('Another time was asked for before')
    this.startUtc = startUtc
    this.bookingId = bookingId
  }
}

/** What the server says if the booking exists already. */
const perhapsBooked = new Set<string | null>(['slot_not_found', 'link_used_up'])

/**
 * Books. Requests without an answer are stored for this tab, so that a retry books only once, also after a reload or
 * with other details. Throws `EarlierAttempt` if one of them booked another time, or may have.
 */
export function useBookingAttempts(eventId: string, isByHost: boolean) {
  const place = `${placeOf(eventId)}${isByHost ? ':for' : ''}`
  const [stored, change, finish] = useSessionState(place, NONE, areAttempts)
  return async function book(
    request: NewBooking,
    headers: Record<string, string>,
  ): Promise<Answer<'createBooking'>> {
    const asked = JSON.stringify(request)
    const open = stored.filter(isRecent)
    const { pathname: path } = location
    const attempt = open.find((one) => one.asked === asked) ?? { key: newId(), asked, at: Date.now(), path }
    const others = open.filter((one) => one !== attempt)
    for (const earlier of others) {
      if (!isInstead(request, earlier)) continue
      const { startUTC } = meetingOf(earlier).body
      const booked = await findOther(eventId, earlier, headers).catch((error: unknown) => {
        const isUnknown = error instanceof CallFailed && error.code !== 'too_many_requests'
        throw isUnknown ? new EarlierAttempt(startUTC, null) : error
      })
      if (!booked) continue
      // Who books once more wants both.
      change((current) => current.filter(({ key }) => key !== earlier.key))
      throw new EarlierAttempt(startUTC, booked.id)
    }
    change(() => [...others.slice(1 - MAX_OPEN), attempt])
    try {
      const booked = await send(attempt, headers)
      finish()
      return booked
    } catch (error) {
      if (!(error instanceof CallFailed && isRefused(error))) throw error
      change(() => others)
      if (!perhapsBooked.has(error.code)) throw error
      for (const earlier of others) {
        const booked = isSameMeeting(earlier, request) ? await findBooked(earlier, headers) : null
        if (!booked) continue
        await correct(booked.id, meetingOf(earlier), request, headers)
        finish()
        return booked
      }
      throw error
    }
  }
}

/** A host who books for somebody else than before means another booking. */
const isSamePerson = ({ body: earlier }: NewBooking, { body }: NewBooking) =>
  !body.byHost || earlier.email === body.email

/** Whether only details differ. */
function isSameMeeting(attempt: Attempt, request: NewBooking): boolean {
  const earlier = meetingOf(attempt)
  const { query, body } = request
  return (
    earlier.query.bookingUrlId === query.bookingUrlId &&
    earlier.body.startUTC === body.startUTC &&
    earlier.body.selectedDuration === body.selectedDuration &&
    earlier.body.bookAnyway === body.bookAnyway &&
    isSamePerson(earlier, request)
  )
}

/** Whether a person gave up on an earlier attempt and chose another time. */
const isInstead = (request: NewBooking, attempt: Attempt) =>
  !isSameMeeting(attempt, request) && isSamePerson(meetingOf(attempt), request)

/**
 * Sends what changed since, and invites the guests who were added. The confirmation shows which of it counts if the
 * event doesn't allow all of that.
 */
async function correct(
  id: string,
  { body: earlier }: NewBooking,
  { body }: NewBooking,
  headers: Record<string, string>,
): Promise<void> {
  const { fullName, email, startUTC, timezone, timeFormat, customFieldsCollections } = body
  const details = { fullName, email, startUTC, timezone, timeFormat, customFieldsCollections }
  const changed = { params: { id }, body: { ...details, previousStartUTC: startUTC } }
  await call('updateBooking', changed, { headers }).catch(ignoreRefusal)
  const invited = new Set(earlier.guests?.map((guest) => guest.toLowerCase()))
  const emails = (body.guests ?? []).filter((guest) => !invited.has(guest.toLowerCase()))
  if (emails.length === 0) return
  await call('inviteUsers', { params: { id }, body: { emails } }, { headers }).catch(ignoreRefusal)
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CallFailed && isRefused(error))) throw error
}
