import { z } from 'zod'

/** How many bookings a host sees and decides on at once. */
export const MAX_ZONE_CHANGES = 500

/** One of a booking's zones. Offsets are in seconds ahead of UTC. */
export const bookingZone = z.object({
  timeZone: z.string(),
  /** Whether it is the invitee's zone; otherwise the event's. */
  isInvitees: z.boolean(),
  /** Whether its clock shows another time at the booking's start than was agreed. */
  isMoved: z.boolean(),
  agreedOffset: z.int(),
  offset: z.int(),
  /** At `agreedStartUtc`. */
  offsetIfMoved: z.int(),
})
export type BookingZone = z.infer<typeof bookingZone>

export const zoneChange = z.object({
  id: z.string(),
  title: z.string(),
  fullName: z.string(),
  startUtc: z.iso.datetime(),
  /** The event's, then the invitee's if it differs. At least one has moved. */
  zones: z.array(bookingZone),
  /** The start that keeps the agreed time on the clock of the first moved zone. */
  agreedStartUtc: z.iso.datetime(),
})
export type ZoneChange = z.infer<typeof zoneChange>

/** By start, at most `MAX_ZONE_CHANGES`. The rest follows once these are decided. */
export const zoneChangeList = z.object({ bookings: z.array(zoneChange) })

/** `wallTime` moves a booking to the local time that was agreed; `instant` leaves it where it is. */
export const keptOptions = ['wallTime', 'instant'] as const
export type Kept = (typeof keptOptions)[number]

export const zoneChangeDecision = z.object({
  keep: z.enum(keptOptions, `Choose from ${keptOptions.join(', ')}`),
  bookingIds: z
    .array(z.string().regex(/^[\w-]{1,64}$/, 'List ids of bookings'), { error: 'List the bookings' })
    .min(1, 'List at least one booking')
    .max(MAX_ZONE_CHANGES, `List at most ${MAX_ZONE_CHANGES} bookings`),
})

/**
 * What happened to a booking. `settled`: there was nothing to decide, because it was decided, moved or canceled before,
 * or has begun. The last four leave it as it is; it still needs a decision.
 */
export const zoneChangeOutcomes = [
  'moved',
  'kept',
  'settled',
  'in_the_past',
  'overlaps_booking',
  'calendar_busy',
  'calendar_unreachable',
] as const
export type ZoneChangeOutcome = (typeof zoneChangeOutcomes)[number]

export const decidedZoneChanges = z.object({
  results: z.array(z.object({ id: z.string(), outcome: z.enum(zoneChangeOutcomes) })),
})
