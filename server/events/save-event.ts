import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { eventChange } from '../../contract/events/event.schema.ts'
import { bufferOptions, eventMessages, PRIMARY_CALENDAR } from '../../contract/events/event-options.ts'
import { periodErrors } from '../../contract/events/event-periods.ts'
import type { EventRules } from '../../contract/events/event-rules.ts'
import { type EventRow, events } from '../db/tables/events.ts'
import { invalid } from '../http/errors.ts'

type Values = Omit<z.output<typeof eventChange>, 'isDeleted' | 'version' | 'customFieldsCollections'>

/** The columns that a body sets; omitted properties and rules of the stored ones don't change. */
export function columnsOf(
  values: Values,
  stored: Pick<EventRow, 'rules' | 'bufferTime'> | null = null,
): Partial<typeof events.$inferInsert> {
  const { eventStartUtc, eventEndUtc, bookingStartUtc, bookingEndUtc, rules: _, ...rest } = values
  const { showUsersTheBookingStartDate, weeklyAvailabilitySlots, calendarId, ...same } = rest
  const columns = {
    ...same,
    calendarId: calendarId === null ? PRIMARY_CALENDAR : calendarId,
    eventStart: eventStartUtc,
    eventEnd: eventEndUtc,
    bookingStart: bookingStartUtc,
    bookingEnd: bookingEndUtc,
    showBookingStartDate: showUsersTheBookingStartDate,
    week: weeklyAvailabilitySlots,
    rules: changedRules(values, stored),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** A new buffer time applies on both sides, unless the same change separates them. */
function changedRules(
  { bufferTime, rules }: Values,
  stored: Pick<EventRow, 'rules' | 'bufferTime'> | null,
): Partial<EventRules> | undefined {
  const isNewBuffer = bufferTime !== undefined && bufferTime !== stored?.bufferTime
  if (!isNewBuffer && rules === undefined) return undefined
  const apart = isNewBuffer ? { bufferBefore: null, bufferAfter: null } : {}
  return { ...stored?.rules, ...apart, ...rules }
}

type Periods = Pick<EventRow, 'timezone' | 'eventStart' | 'eventEnd' | 'bookingStart' | 'bookingEnd'>

/** Throws the same messages as the form for invalid periods. */
export function checkPeriods(event: Periods): void {
  const errors = periodErrors(event)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Whether a change gives an event's periods other dates or times. */
export const setsPeriods = (changed: Partial<Periods>): boolean =>
  (['timezone', 'eventStart', 'eventEnd', 'bookingStart', 'bookingEnd'] as const).some(
    (name) => name in changed,
  )

/** Throws for a buffer time that isn't offered, unless the event already has it. */
export function checkBufferTime(bufferTime: number, stored: number | null): void {
  const offered: readonly number[] = bufferOptions
  if (bufferTime !== stored && !offered.includes(bufferTime)) {
    throw invalid({ bufferTime: eventMessages.bufferTime })
  }
}

export const whereEvent = (hostId: string, id: string) => and(eq(events.hostId, hostId), eq(events.id, id))
