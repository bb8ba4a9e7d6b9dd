import type { FastifyRequest } from 'fastify'
import { startOfDay, zoneTable } from '../../availability/wall-time.ts'
import type { Slot } from '../../contract/booking.ts'
import {
  addMonths,
  monthAt,
  weekStartOf,
  weeksOfMonth,
  type Month,
  type PublicPage,
} from '../../contract/pages.ts'
import type { Deps } from '../app.ts'
import { slotsOf } from '../bookings/list-slots.ts'
import { AppError } from '../errors.ts'
import type { EventRow } from '../events/event-view.ts'
import { findPublicEvent } from '../events/find-public-event.ts'
import { publicEventView } from '../events/get-public-event.ts'
import { readerOf } from './reader.ts'

const MONTHS_TRIED = 3

/** The booking page of a link, opened at the first month that has something to offer, where one is near. */
export async function bookingPageData(
  deps: Deps,
  request: FastifyRequest,
  bookingUrlId: string,
): Promise<PublicPage> {
  const { event, hostName } = await findPublicEvent(deps.db, bookingUrlId)
  const now = deps.now()
  const reader = readerOf(request, event.timezone)
  const weekStart = weekStartOf(reader.locale)
  const first = monthAt(Math.max(now, event.eventStart ?? now), reader.timeZone)
  const opened = await firstMonthWithSlots(deps, event, first, reader.timeZone, weekStart)
  return {
    kind: 'booking',
    reader,
    now: new Date(now).toISOString(),
    event: await publicEventView(deps.db, event, hostName, now),
    ...opened,
  }
}

async function firstMonthWithSlots(
  deps: Deps,
  event: EventRow,
  first: Month,
  timeZone: string,
  weekStart: number,
): Promise<{ month: Month; slots: Slot[] | null }> {
  let opened: { month: Month; slots: Slot[] } | null = null
  try {
    for (let ahead = 0; ahead < MONTHS_TRIED; ahead++) {
      const month = addMonths(first, ahead)
      const days = weeksOfMonth(month, weekStart)
      const table = zoneTable(timeZone)
      const range = { start: startOfDay(table, days.first), end: startOfDay(table, days.last + 1) }
      const slots = await slotsOf(deps, event, range)
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
