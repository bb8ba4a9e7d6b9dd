import type { FastifyRequest } from 'fastify'
import { periodEnd, startOfDay } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time-zones.ts'
import type { BookingAnswer, Slot } from '../../contract/booking.schema.ts'
import { addMonths, monthAt, weekStartOf, weeksOfMonth, type Month } from '../../contract/month.ts'
import type { PublicPage } from '../../contract/page-data.ts'
import type { Deps } from '../deps.ts'
import { isInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { readBooking } from '../bookings/get-booking.ts'
import { askedNew } from '../bookings/asked-slots.ts'
import { findMoved, slotsOf } from '../bookings/list-slots.ts'
import type { AskedSlots } from '../bookings/slot-rules.ts'
import { AppError, bookingNotConfirmed, bookingNotFound, notAllowed } from '../errors.ts'
import { findEventByLink, findPublicEvent, isAccepting } from '../events/find-public-event.ts'
import { publicEventView } from '../events/get-public-event.ts'
import { viewerOf } from './viewer.ts'

const MAX_MONTHS_AHEAD = 3

/** Throws `booking_not_found` if it belongs to another event, `forbidden` if its invitee can no longer change it. */
async function changeableBooking(
  { db, now }: Deps,
  bookingUrlId: string,
  id: string,
): Promise<BookingAnswer> {
  const booking = await readBooking(db, id)
  const { bookingData, eventData } = booking
  // Null once the event is removed for good.
  if (![bookingUrlId, null].includes(eventData.bookingUrlId)) throw bookingNotFound()
  if (bookingData.status !== 'confirmed') throw bookingNotConfirmed()
  if (!eventData.allowUsersToEdit || Date.parse(bookingData.startUtc) <= now()) throw notAllowed()
  return booking
}

/**
 * The data of a booking page. It opens at the first month with slots, or at the month of the booking that is being
 * changed.
 */
export async function bookingPageData(
  deps: Deps,
  request: FastifyRequest,
  bookingUrlId: string,
  bookingId?: string,
): Promise<PublicPage> {
  const booking = bookingId === undefined ? null : await changeableBooking(deps, bookingUrlId, bookingId)
  const found = await (booking === null
    ? findPublicEvent(deps, bookingUrlId)
    : findEventByLink(deps.db, bookingUrlId))
  const { event } = found
  const moved = bookingId === undefined ? null : await findMoved(deps.db, event, bookingId)
  const now = deps.now()
  const viewer = viewerOf(request, event.timezone)
  const weekStart = weekStartOf(viewer.locale)
  const first = booking
    ? monthAt(Date.parse(booking.bookingData.startUtc), viewer.timeZone)
    : monthAt(Math.max(now, event.eventStart ?? now), viewer.timeZone)
  const isOpen = isAccepting(event) && (await isInGoodStanding(deps, event.hostId))
  const opened = isOpen
    ? await firstMonthWithSlots(deps, moved ?? askedNew(found), first, { ...viewer, weekStart })
    : { month: first, slots: [] }
  return {
    kind: 'booking',
    viewer,
    now: new Date(now).toISOString(),
    booking,
    isAccepting: isOpen,
    lastMonth:
      event.eventEnd === null
        ? null
        : monthAt(periodEnd(event.eventEnd, zoneTable(event.timezone)) - 1, viewer.timeZone),
    event: await publicEventView(deps.db, found, now),
    ...opened,
  }
}

async function firstMonthWithSlots(
  deps: Deps,
  asked: AskedSlots,
  first: Month,
  { timeZone, weekStart }: { timeZone: string; weekStart: number },
): Promise<{ month: Month; slots: Slot[] | null }> {
  let opened: { month: Month; slots: Slot[] } | null = null
  try {
    for (let ahead = 0; ahead < MAX_MONTHS_AHEAD; ahead++) {
      const month = addMonths(first, ahead)
      const days = weeksOfMonth(month, weekStart)
      const table = zoneTable(timeZone)
      const range = { start: startOfDay(table, days.first), end: startOfDay(table, days.last + 1) }
      const slots = await slotsOf(deps, asked, range)
      if (slots.some((slot) => isIn(month, slot, timeZone))) return { month, slots }
      opened ??= { month, slots }
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'calendar_unreachable') throw error
  }
  return opened ?? { month: first, slots: null }
}

function isIn({ year, month }: Month, slot: Slot, timeZone: string): boolean {
  const at = monthAt(Date.parse(slot.startUtc), timeZone)
  return at.year === year && at.month === month
}
