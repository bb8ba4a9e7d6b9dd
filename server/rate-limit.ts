import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { lt, lte, type SQL, sql } from 'drizzle-orm'
import { MAX_ATTEMPTS_PER_HOUR, tooManyAttempts } from '../contract/booking-limits.ts'
import type { Deps } from './deps.ts'
import { rateLimits } from './db/request-schema.ts'
import type { Db, Tx } from './db/database.ts'
import { commitsLater, placeholderLike, prepared } from './db/prepared.ts'
import { AppError } from './errors.ts'

const HOUR_MS = 3_600_000

const countStatement = (one: SQL) =>
  prepared((db) => {
    const isOver = lte(rateLimits.windowStart, placeholderLike(rateLimits.windowStart, 'over'))
    const { addressHash, windowStart, attempts } = rateLimits
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

interface Attempt {
  /** The client's address, or what else is limited. */
  address: string
  now: number
  /** Outside of a transaction. */
  isAlone?: boolean
  /** The text of a refusal, with the time when it ends. */
  refusal?: (time: string) => string
}

/**
 * Counts an address's actions in the database, which several processes share. Throws `too_many_requests` after 100 within
 * the hour that started with the first one. What can ask the host's calendar is counted before its transaction, so that
 * failures count too. In a transaction, call it after locking the host's row, so that two requests never wait for each
 * other.
 */
export async function countAttempt(
  db: Db | Tx,
  { address, now, isAlone = false, refusal = tooManyAttempts }: Attempt,
): Promise<void> {
  const values = { addressHash: hashOf(address), now, over: now - HOUR_MS }
  const [counted] = await (isAlone ? countAlone : count)(db, values)
  if (counted && counted.attempts > MAX_ATTEMPTS_PER_HOUR) throw tooMany(counted.windowStart, now, refusal)
}

function tooMany(windowStart: number, now: number, refusal: (time: string) => string): AppError {
  const until = windowStart + HOUR_MS
  const time = `${new Date(until).toISOString().slice(11, 16)} UTC`
  return new AppError('too_many_requests', refusal(time), {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  })
}

export async function removeOldAttempts({ db, now }: Deps): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.windowStart, now() - HOUR_MS))
}

/** One IPv6 customer has a whole /64 of addresses. */
function hashOf(address: string): string {
  const whose = isIPv6(address) && !address.includes('.') ? networkOf(address) : address
  return createHash('sha256').update(whose).digest('base64url')
}

function networkOf(address: string): string {
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
