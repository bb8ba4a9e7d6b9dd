import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { lt, sql } from 'drizzle-orm'
import { MAX_ATTEMPTS_PER_HOUR, tooManyAttempts } from '../contract/booking-limits.ts'
import type { Deps } from './deps.ts'
import { rateLimits } from './db/request-schema.ts'
import type { Db, Tx } from './db/database.ts'
import { AppError } from './errors.ts'

const HOUR_MS = 3_600_000

interface Attempt {
  /** The client's address. */
  address: string
  now: number
}

/**
 * Counts an address's actions in the database, which several processes share. Throws `too_many_requests` after 100 within
 * the hour that started with the first one. What can ask the host's calendar is counted before its transaction, so that
 * failures count too. In a transaction, call it after locking the host's row, so that two requests never wait for each
 * other.
 */
export async function countAttempt(db: Db | Tx, { address, now }: Attempt): Promise<void> {
  const windowStart = new Date(now).toISOString()
  const over = sql`${rateLimits.windowStart} <= ${new Date(now - HOUR_MS).toISOString()}::timestamptz`
  const [counted] = await db
    .insert(rateLimits)
    .values({ addressHash: hashOf(address), windowStart: now, attempts: 1 })
    .onConflictDoUpdate({
      target: rateLimits.addressHash,
      set: {
        attempts: sql`case when ${over} then 1 else ${rateLimits.attempts} + 1 end`,
        windowStart: sql`case when ${over} then ${windowStart}::timestamptz else ${rateLimits.windowStart} end`,
      },
    })
    .returning()
  if (counted && counted.attempts > MAX_ATTEMPTS_PER_HOUR) throw tooMany(counted.windowStart, now)
}

function tooMany(windowStart: number, now: number): AppError {
  const until = windowStart + HOUR_MS
  const time = `${new Date(until).toISOString().slice(11, 16)} UTC`
  return new AppError('too_many_requests', tooManyAttempts(time), {
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
