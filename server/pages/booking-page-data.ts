import type { FastifyRequest } from 'fastify'
import { startOfDay } from '../../availability/wall-time.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import type { BookingAnswer } from '../../contract/bookings/booking.schema.ts'
import type { Slot } from '../../contract/events/slot.schema.ts'
import { addMonths, monthAt, weekStartOf, weeksOfMonth, type Month } from '../../contract/time/month.ts'
import type { AskedCollection } from '../../contract/custom-fields/collection.schema.ts'
import type { PublicPage } from '../../contract/pages/page-data.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { askedWhenBooking, readUsedCollections } from '../custom-fields/used-collections.ts'
import type { Deps } from '../adapters/deps.ts'
import { isInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { readBooking } from '../bookings/get-booking.ts'
import { newSlotRequest, type SlotRequest } from '../bookings/slots/slot-request.ts'
import { offeredDurations } from '../events/durations.ts'
import { findMoved, slotsOf } from '../bookings/slots/list-slots.ts'
import { startBounds } from '../bookings/slots/start-bounds.ts'
import { AppError, bookingNotConfirmed, bookingNotFound, notAllowed } from '../http/errors.ts'
import { findEventByLink, findPublicEvent, type Found, isAccepting } from '../events/find-public-event.ts'
import { publicEventView } from '../events/get-public-event.ts'
import type { Lifetime } from '../http/kept-answers/kept-answers.ts'
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

interface OpenedPage {
  bookingUrlId: string
  /** The booking that is being changed. */
  bookingId?: string
  /** Minutes, from a link; ignored if they aren't offered. */
  duration?: number
  /** The signed-in host who opens it to book for somebody. */
  viewingHostId?: string | null
}

/** A page, and how long others who open it can get the same one; null if nobody else does. */
export interface LoadedPage {
  page: PublicPage
  lifetime: Lifetime | null
}

/** Pages tell browsers the time, so they can't be much older than they say. */
const MAX_AGE_MS = 2000

/**
 * The data of a booking page. It opens at the first month with slots, or at the month of the booking that is being
 * changed.
 */
export async function bookingPageData(
  deps: Deps,
  request: FastifyRequest,
  { bookingUrlId, bookingId, duration, viewingHostId = null }: OpenedPage,
): Promise<LoadedPage> {
  const booking = bookingId === undefined ? null : await changeableBooking(deps, bookingUrlId, bookingId)
  const found = await (booking === null
    ? findPublicEvent(deps, bookingUrlId, viewingHostId)
    : findEventByLink(deps.db, bookingUrlId))
  const moved = bookingId === undefined ? null : await findMoved(deps.db, found.event, bookingId)
  const asks = askedWhenBooking(await readUsedCollections(deps.db, found.event))
  const viewer = viewerOf(request, found.event.timezone)
  const page = await openedPage(deps, found, { viewer, booking, moved, duration, asks })
  const isForAll = booking === null && found.link === null && page.slots !== null && viewingHostId === null
  const { hostId } = found.event
  const until = Date.parse(page.now) + MAX_AGE_MS
  return { page, lifetime: isForAll ? { hostId, revision: found.revision, until } : null }
}

interface Opened {
  viewer: Viewer
  /** The booking that is being changed, and what is asked for then. */
  booking?: BookingAnswer | null
  moved?: SlotRequest | null
  duration?: number | undefined
  isUnsaved?: boolean
  asks: AskedCollection[]
}

/** The page of an event, which needn't be stored. */
export async function openedPage(
  deps: Deps,
  found: Found,
  { viewer, booking = null, moved = null, duration, isUnsaved, asks }: Opened,
): Promise<PublicPage & { kind: 'booking' }> {
  const { event } = found
  const now = deps.now()
  const weekStart = weekStartOf(viewer.locale)
  const isOpen = isAccepting(event) && (await isInGoodStanding(deps, event.hostId))
  const isOffered = duration !== undefined && offeredDurations(event, found.link?.rules).includes(duration)
  const asked = moved ?? { ...newSlotRequest(found, isOffered ? duration : undefined), isUnsaved }
  const starts = startBounds(asked, now)
  const firstMonth = monthAt(starts.first, viewer.timeZone)
  const first = booking ? monthAt(Date.parse(booking.bookingData.startUtc), viewer.timeZone) : firstMonth
  const opened = isOpen
    ? await firstMonthWithSlots(deps, asked, first, { ...viewer, weekStart })
    : { month: first, slots: [] }
  return {
    kind: 'booking',
    viewer,
    now: new Date(now).toISOString(),
    booking,
    calendarCheck: deps.calendarCheck,
    isAccepting: isOpen,
    isHostOnly: booking === null && found.link === null && event.rules.linksOnly === true,
    duration: asked.duration,
    weekStart,
    firstMonth,
    lastMonth: starts.last === Number.POSITIVE_INFINITY ? null : monthAt(starts.last, viewer.timeZone),
    event: publicEventView(found, asks, now),
    ...opened,
  }
}

async function firstMonthWithSlots(
  deps: Deps,
  asked: SlotRequest,
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
