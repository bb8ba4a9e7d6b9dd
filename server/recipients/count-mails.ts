import { and, eq, inArray, lt, notBetween, sql } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { type Allowance, type AllowanceLimits, allowances } from '../../contract/bookings/rate-limits.ts'
import { recipientMessages } from '../../contract/bookings/booking-messages.ts'
import type { Deps } from '../adapters/deps.ts'
import { MAX_CLOCK_SKEW_MS } from '../adapters/time-left.ts'
import type { Tx } from '../db/database.ts'
import { hosts } from '../db/tables/hosts.ts'
import { ALL_HOSTS, recipientLimits } from '../db/tables/recipients.ts'
import { hashEmail } from './hash-email.ts'

/** An address without room in its allowance. */
export interface Refusal {
  /** In lowercase. */
  email: string
  message: string
  /** When there is room again, unless others take it. */
  until: number
}

export type FindRefusal = (email: string) => Omit<Refusal, 'email'> | null

/**
 * The first and last instant of the day that counts, in epoch milliseconds. Later ones are from a clock that ran ahead
 * and was corrected since.
 */
export const lastDay = (now: number) => [now - DAY + 1, now + MAX_CLOCK_SKEW_MS] as const

/**
 * Counts mails to addresses, from this host and from all together, and returns a function that says which have no room.
 * Hosts share these rows, so they are locked in one order and after everything else: two transactions never wait for
 * each other.
 */
export async function countMails(
  tx: Tx,
  { hostId, allowance }: { hostId: string; allowance: Allowance },
  emails: readonly string[],
  now: number,
  tooManyMails = recipientMessages.tooManyMails,
): Promise<FindRefusal> {
  const at = new Date(now).toISOString()
  const hasEnded = notBetween(recipientLimits.windowStart, ...lastDay(now))
  const counted = await tx
    .insert(recipientLimits)
    .values(
      uniqueLowercase(emails)
        .map(hashEmail)
        .toSorted()
        .flatMap((emailHash) =>
          [ALL_HOSTS, hostId].map((scope) => ({ emailHash, allowance, scope, windowStart: now, mails: 1 })),
        ),
    )
    .onConflictDoUpdate({
      target: [recipientLimits.emailHash, recipientLimits.allowance, recipientLimits.scope],
      set: {
        mails: sql`case when ${hasEnded} then 1 else ${recipientLimits.mails} + 1 end`,
        windowStart: sql`case when ${hasEnded} then ${at}::timestamptz else ${recipientLimits.windowStart} end`,
      },
    })
    .returning()
  const { mailsFromHost, mailsFromAllHosts } = allowances[allowance]
  const limitOf = (scope: string) => (scope === ALL_HOSTS ? mailsFromAllHosts : mailsFromHost)
  const over = Map.groupBy(
    counted.filter(({ mails, scope }) => mails > limitOf(scope)),
    ({ emailHash }) => emailHash,
  )
  return (email) => {
    const last = over.get(hashEmail(email))?.toSorted((a, b) => b.windowStart - a.windowStart)[0]
    if (!last) return null
    return {
      message: tooManyMails(limitOf(last.scope)),
      until: last.windowStart + DAY,
    }
  }
}

export async function uncountMails(
  tx: Tx,
  { hostId, allowance }: { hostId: string; allowance: Allowance },
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  await tx
    .update(recipientLimits)
    .set({ mails: sql`${recipientLimits.mails} - 1` })
    .where(
      and(
        eq(recipientLimits.allowance, allowance),
        inArray(recipientLimits.scope, [ALL_HOSTS, hostId]),
        inArray(recipientLimits.emailHash, emails.map(hashEmail)),
      ),
    )
}

/** How many different addresses a host may have emailed in 24 hours. */
export async function addressesPerDay(
  tx: Tx,
  hostId: string,
  { perDayOfNewHost, perDayOfHost }: AllowanceLimits,
  now: number,
): Promise<number> {
  const [host] = await tx.select({ createdAt: hosts.createdAt }).from(hosts).where(eq(hosts.id, hostId))
  return host !== undefined && host.createdAt > now - DAY ? perDayOfNewHost : perDayOfHost
}

export async function removeOldRecipientLimits({ db, now }: Deps): Promise<void> {
  await db.delete(recipientLimits).where(lt(recipientLimits.windowStart, now() - DAY))
}

export const uniqueLowercase = (emails: readonly string[]) => [
  ...new Set(emails.map((email) => email.toLowerCase())),
]
