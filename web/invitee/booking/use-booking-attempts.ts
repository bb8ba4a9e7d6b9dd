import { CallFailed } from '../../../contract/api/client.ts'
import type { Answer, Request } from '../../../contract/api/endpoints.ts'
import { newId } from '../../data/new-id.ts'
import { call, isRefused } from '../call.ts'
import { useSessionState } from '../use-session-state.ts'

type NewBooking = Request<'createBooking'>

/** A request to book whose outcome isn't known; `asked` is its JSON. */
interface Attempt {
  key: string
  asked: string
}

const NONE: Attempt[] = []
const MAX_OPEN = 5

/** What the server says if the booking exists already. */
const perhapsByItself = new Set<string | null>(['slot_not_found', 'link_used_up'])

/**
 * Books. Requests without an answer are stored for this tab, so that a retry books only once, also after a reload or
 * with other details.
 */
export function useBookingAttempts(id: string) {
  const [open, change, finish] = useSessionState(`bookingAttempts:${id}`, NONE, areAttempts)
  return async function book(
    request: NewBooking,
    headers: Record<string, string>,
  ): Promise<Answer<'createBooking'>> {
    const asked = JSON.stringify(request)
    const known = open.find((attempt) => attempt.asked === asked)
    const attempt = known ?? { key: newId(), asked }
    if (!known) change((attempts) => [...attempts.slice(1 - MAX_OPEN), attempt])
    try {
      const booked = await send(attempt, headers)
      finish()
      return booked
    } catch (error) {
      if (!(error instanceof CallFailed && isRefused(error))) throw error
      change((attempts) => attempts.filter(({ key }) => key !== attempt.key))
      if (!perhapsByItself.has(error.code)) throw error
      for (const earlier of open) {
        if (earlier === known || startOf(earlier) !== request.body.startUTC) continue
        const booked = await findBooked(earlier, headers)
        if (booked) {
          finish()
          return booked
        }
      }
      throw error
    }
  }
}

const send = ({ key, asked }: Attempt, headers: Record<string, string>) =>
  call('createBooking', JSON.parse(asked) as NewBooking, { headers: { ...headers, 'idempotency-key': key } })

/** What an earlier attempt booked; null if it didn't. Its time is taken now, so that repeating it books nothing. */
async function findBooked(earlier: Attempt, headers: Record<string, string>) {
  try {
    return await send(earlier, headers)
  } catch (error) {
    if (error instanceof CallFailed && isRefused(error)) return null
    throw error
  }
}

const startOf = ({ asked }: Attempt) => (JSON.parse(asked) as NewBooking).body.startUTC

const areAttempts = (value: unknown): value is Attempt[] =>
  Array.isArray(value) &&
  value.every(
    (attempt: Partial<Attempt>) => typeof attempt.key === 'string' && typeof attempt.asked === 'string',
  )
