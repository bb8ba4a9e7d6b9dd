import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { calendarFilePath } from '../../contract/pages/page-paths.ts'
import { messages } from '../../contract/errors.ts'
import type { Deps } from '../adapters/deps.ts'
import { seenByGuest } from '../bookings/guest-links.ts'
import { whereBooking } from '../bookings/lock-booking.ts'
import { findOpened } from '../bookings/open-booking.ts'
import { hosts } from '../db/tables/hosts.ts'
import { bookings } from '../db/tables/bookings.ts'
import { calendarFile } from '../emails/calendar-part.ts'
import { limitPage } from '../http/request-limits.ts'

/** A booking as a calendar file, for anyone with the booking's id or a link to it. */
export function registerCalendarFile(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { bookingId: string } }>(
    calendarFilePath(':bookingId'),
    limitPage,
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow')
      const found = await find(deps, request.params.bookingId)
      // A canceled booking has no file. Calendars that have the meeting learn about the cancellation by email.
      if (found?.booking.status !== 'confirmed' || found.booking.erasedAt !== null) {
        const text = !found
          ? messages.bookingNotFound
          : found.booking.erasedAt === null
            ? messages.bookingNotConfirmed
            : messages.bookingErased
        return reply.status(404).type('text/plain; charset=utf-8').send(text)
      }
      const file = calendarFile({
        ...found,
        organizer: deps.mailer.from,
        publicUrl: deps.publicUrl,
        now: deps.now(),
      })
      return reply
        .type('text/calendar; charset=utf-8; method=PUBLISH')
        .header('content-disposition', 'attachment; filename="invite.ics"')
        .send(file)
    },
  )
}

async function find({ db }: Deps, id: string) {
  const opened = await findOpened(db, id)
  if (!opened) return null
  const [found] = await db
    .select({ booking: bookings, hostName: hosts.name })
    .from(bookings)
    .innerJoin(hosts, eq(hosts.id, bookings.hostId))
    .where(whereBooking({ hostId: opened.hostId, id: opened.bookingId }))
  if (!found) return null
  const { link } = opened
  return link === null ? found : { ...found, booking: seenByGuest(found.booking, link) }
}
