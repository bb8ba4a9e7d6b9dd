import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { type GuestLinkRole, maskedEmail } from '../../contract/bookings/booking-actors.ts'
import { newLinkToken } from '../adapters/link-token.ts'
import type { Db, Tx } from '../db/database.ts'
import { guestLinks, type GuestLinkRow } from '../db/tables/guest-links.ts'
import type { BookingRow } from '../db/tables/bookings.ts'
import { publicPart } from './booked-collections.ts'

type BookingKey = Pick<BookingRow, 'hostId' | 'id'>

interface NewLinks {
  emails: readonly string[]
  role: GuestLinkRole
  includesAnswers: boolean
}

const whereActiveLinkOf = ({ hostId, id }: BookingKey) =>
  and(eq(guestLinks.hostId, hostId), eq(guestLinks.bookingId, id), isNull(guestLinks.revokedAt))

/**
 * Gives each address (in lowercase) a link to the booking. An address that has one keeps it, becomes a guest if it is
 * invited, and never loses the answers it was shown.
 */
export async function addGuestLinks(
  db: Db | Tx,
  { hostId, id: bookingId }: BookingKey,
  { emails, role, includesAnswers }: NewLinks,
  now: number,
): Promise<void> {
  if (emails.length === 0) return
  const links = emails.map((email) => ({
    hostId,
    id: randomUUID(),
    bookingId,
    token: newLinkToken(),
    role,
    email,
    includesAnswers,
    createdAt: now,
  }))
  await db
    .insert(guestLinks)
    .values(links)
    .onConflictDoUpdate({
      target: [guestLinks.hostId, guestLinks.bookingId, guestLinks.email],
      targetWhere: isNull(guestLinks.revokedAt),
      set: {
        role: sql`case when excluded.role = 'guest' then 'guest' else ${guestLinks.role} end`,
        includesAnswers: sql`${guestLinks.includesAnswers} or excluded.includes_answers`,
      },
    })
}

/** The link of an address, whatever its case; null if it has none or it was revoked. */
export async function findGuestLink(db: Db | Tx, booking: BookingKey, email: string) {
  const [link] = await db
    .select()
    .from(guestLinks)
    .where(and(whereActiveLinkOf(booking), eq(guestLinks.email, email.toLowerCase())))
  return link ?? null
}

/** Also one that was revoked. */
export async function findLatestGuestLink(db: Db, { hostId, id }: BookingKey, email: string) {
  const [link] = await db
    .select()
    .from(guestLinks)
    .where(
      and(
        eq(guestLinks.hostId, hostId),
        eq(guestLinks.bookingId, id),
        eq(guestLinks.email, email.toLowerCase()),
      ),
    )
    .orderBy(desc(guestLinks.createdAt))
    .limit(1)
  return link ?? null
}

/** The links of people, oldest first. */
export async function listGuestLinks(db: Db | Tx, booking: BookingKey): Promise<GuestLinkRow[]> {
  const links = await db
    .select()
    .from(guestLinks)
    .where(whereActiveLinkOf(booking))
    .orderBy(asc(guestLinks.createdAt), asc(guestLinks.email))
  return links.filter(({ role }) => role !== 'calendar')
}

const CALENDAR = ''

/** The token in the calendar entry of a booking with guests. It shows the booking, without the answers. */
export async function calendarToken(db: Db, booking: BookingKey, now: number): Promise<string> {
  const links = { emails: [CALENDAR], role: 'calendar', includesAnswers: false } as const
  await addGuestLinks(db, booking, links, now)
  return (await findGuestLink(db, booking, CALENDAR))!.token
}

/**
 * Revokes a person's link. If a guest leaves, the calendar entry gets a new one, because they have read the old one.
 */
export async function revokeGuestLink(tx: Tx, { hostId, bookingId, id, role }: GuestLinkRow, now: number) {
  await tx
    .update(guestLinks)
    .set({ revokedAt: now })
    .where(
      and(
        whereActiveLinkOf({ hostId, id: bookingId }),
        or(eq(guestLinks.id, id), role === 'guest' ? eq(guestLinks.role, 'calendar') : undefined),
      ),
    )
}

/** A booking as the owner of a link may see it: with the link in place of its id, and without the invitee's address. */
export const seenByGuest = <Booking extends Pick<BookingRow, 'id' | 'email' | 'customFields'>>(
  booking: Booking,
  link: Pick<GuestLinkRow, 'token' | 'includesAnswers'>,
): Booking => ({
  ...booking,
  id: link.token,
  email: maskedEmail(booking.email),
  customFields: link.includesAnswers ? publicPart(booking.customFields) : [],
})
