import { HOUR } from '../../../availability/units.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import type { Answer, Request } from '../../../contract/api/endpoints.ts'
import { newId } from '../../data/new-id.ts'
import { call, isRefused } from '../call.ts'
import { useSessionState } from '../use-session-state.ts'

type NewBooking = Request<'createBooking'>

/** A request to book whose outcome isn't known. */
interface Attempt {
  key: string
  /** The request as JSON. */
  asked: string
  /** Epoch milliseconds. */
  at: number
}

const NONE: Attempt[] = []
const MAX_OPEN = 5

/** The invitee may have canceled what an older one booked. */
const MAX_AGE_MS = HOUR

/** What the server says if the booking exists already. */
const perhapsBooked = new Set<string | null>(['slot_not_found', 'link_used_up'])

/**
 * Books. Requests without an answer are stored for this tab, so that a retry books only once, also after a reload or
 * with other details.
 */
export function useBookingAttempts(id: string) {
  const [stored, change, finish] = useSessionState(`bookingAttempts:${id}`, NONE, areAttempts)
  return async function book(
    request: NewBooking,
    headers: Record<string, string>,
  ): Promise<Answer<'createBooking'>> {
    const asked = JSON.stringify(request)
    const open = stored.filter(({ at }) => Date.now() - at < MAX_AGE_MS)
    const attempt = open.find((one) => one.asked === asked) ?? { key: newId(), asked, at: Date.now() }
    const others = open.filter((one) => one !== attempt)
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
        await correct(booked.id, request, headers)
        finish()
        return booked
      }
      throw error
    }
  }
}

const send = ({ key, asked }: Attempt, headers: Record<string, string>) =>
  call('createBooking', JSON.parse(asked) as NewBooking, { headers: { ...headers, 'idempotency-key': key } })

/** Whether only details differ. A host who books for somebody else than before means another booking. */
function isSameMeeting({ asked }: Attempt, { query, body }: NewBooking): boolean {
  const earlier = JSON.parse(asked) as NewBooking
  return (
    earlier.query.bookingUrlId === query.bookingUrlId &&
    earlier.body.startUTC === body.startUTC &&
    earlier.body.selectedDuration === body.selectedDuration &&
    earlier.body.bookAnyway === body.bookAnyway &&
    (!body.byHost || earlier.body.email === body.email)
  )
}

/** What an earlier attempt at this meeting booked; null if it didn't: its time is taken now, or its link used up. */
async function findBooked(earlier: Attempt, headers: Record<string, string>) {
  try {
    return await send(earlier, headers)
  } catch (error) {
    if (error instanceof CallFailed && isRefused(error)) return null
    throw error
  }
}

/** Sends the details that changed since. The confirmation shows which count if the event doesn't allow that. */
async function correct(id: string, { body }: NewBooking, headers: Record<string, string>): Promise<void> {
  const { fullName, email, startUTC, timezone, timeFormat, customFieldsCollections } = body
  const details = { fullName, email, startUTC, timezone, timeFormat, customFieldsCollections }
  const changed = { params: { id }, body: { ...details, previousStartUTC: startUTC } }
  await call('updateBooking', changed, { headers }).catch((error: unknown) => {
    if (!(error instanceof CallFailed)) throw error
  })
}

const areAttempts = (value: unknown): value is Attempt[] =>
  Array.isArray(value) &&
  value.every(
    ({ key, asked, at }: Partial<Attempt>) =>
      typeof key === 'string' && typeof asked === 'string' && typeof at === 'number',
  )
