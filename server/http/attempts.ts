import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { lt, notBetween, type SQL, sql } from 'drizzle-orm'
import { HOUR } from '../../availability/units.ts'
import {
  MAX_ATTEMPTS_PER_HOUR,
  MAX_TRIES_PER_HOUR,
  tooManyAttempts,
  tooManyTries,
} from '../../contract/bookings/rate-limits.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { Deps } from '../adapters/deps.ts'
import { MAX_CLOCK_SKEW_MS } from '../adapters/time-left.ts'
import { rateLimits } from '../db/tables/requests.ts'
import type { Db, Tx } from '../db/database.ts'
import { commitsLater, placeholderLike, prepared } from '../db/prepared.ts'
import { AppError } from './errors.ts'

const countStatement = (one: SQL) =>
  prepared((db) => {
    const { addressHash, windowStart, attempts } = rateLimits
    // Or it began with a clock that ran ahead and was corrected since.
    const isOver = notBetween(
      windowStart,
      placeholderLike(windowStart, 'first'),
      placeholderLike(windowStart, 'latest'),
    )
    return db
      .insert(rateLimits)
      .values({
        addressHash: sql.placeholder('addressHash'),
        windowStart: sql.placeholder('now'),
        attempts: one,
      })
      .onConflictDoUpdate({
        target: addressHash,
        set: {
          attempts: sql`case when ${isOver} then 1 else ${attempts} + 1 end`,
          windowStart: sql`case when ${isOver} then excluded.window_start else ${windowStart} end`,
        },
      })
      .returning()
  })

const count = countStatement(sql`1`)

/** A crash may undo it. */
const countAlone = countStatement(sql`case when ${commitsLater} then 1 end`)

/** Windows that aren't over began between `first` and `latest`. */
const windowAt = (now: number) => ({ now, first: now - HOUR + 1, latest: now + MAX_CLOCK_SKEW_MS })

interface Attempt {
  /** The client's address, or what else is limited. */
  address: string
  now: number
  /** The text of a refusal, with the time when it ends. */
  refusal?: (time: string) => string
}

/**
 * Counts an address's actions in the database, which several processes share. Throws `too_many_requests` after 100
 * within the hour that started with the first one. Call it in the action's transaction, after locking the host's row,
 * so that refused actions don't count and two requests never wait for each other.
 */
export async function countAttempt(
  db: Db | Tx,
  { address, now, refusal = tooManyAttempts }: Attempt,
): Promise<void> {
  const [counted] = await count(db, { addressHash: hashOf(networkOf(address)), ...windowAt(now) })
  if (counted && counted.attempts > MAX_ATTEMPTS_PER_HOUR)
    throw tooMany('too_many_requests', counted.windowStart, now, refusal)
}

interface Try {
  /** The client's address. */
  address: string
  /** Null for links that lead to none. */
  eventId: string | null
  now: number
}

/**
 * Counts what an address tries with an event, before its transaction, because what is refused counts too: it can ask
 * the host's calendar. Throws `too_many_tries` after 500 within the hour that started with the first one.
 */
export async function countTry(db: Db, { address, eventId, now }: Try): Promise<void> {
  const addressHash = hashOf(`${networkOf(address)} tries ${eventId}`)
  const [counted] = await countAlone(db, { addressHash, ...windowAt(now) })
  if (counted && counted.attempts > MAX_TRIES_PER_HOUR)
    throw tooMany('too_many_tries', counted.windowStart, now, tooManyTries)
}

function tooMany(
  code: ErrorCode,
  windowStart: number,
  now: number,
  refusal: (time: string) => string,
): AppError {
  const until = windowStart + HOUR
  const time = `${new Date(until).toISOString().slice(11, 16)} UTC`
  return new AppError(code, refusal(time), {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  })
}

export async function removeOldAttempts({ db, now }: Deps): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, now() - HOUR))
}

const hashOf = (limited: string) => createHash('sha256').update(limited).digest('base64url')

/** One IPv6 customer has a whole /64 of addresses. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const first = groups(head)
  const last = groups(tail)
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':')
}
