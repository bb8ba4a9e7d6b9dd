import { z } from 'zod'
import { eventLinkLimits, eventLinkMessages } from './one-off-links.ts'
import { narrowingRules, newBookingLimits, startMinutes } from './event-rules.schema.ts'
import { asReadonly, instant, line } from '../primitives.schema.ts'
import { weeklyAvailability } from '../hours/weekly-availability.schema.ts'

const { uses, startTimes } = eventLinkMessages

const linkRules = narrowingRules.extend({
  startTimes: z.strictObject({ at: asReadonly(startMinutes) }, startTimes).nullable(),
  weeklyAvailabilitySlots: weeklyAvailability.nullable(),
})

/** A new link. By default it can be used once and doesn't expire. */
export const eventLinkInput = z.object({
  /** Only for the host, to tell links apart. */
  name: line('A name', eventLinkLimits.name).default(''),
  expiresAt: instant.nullable().default(null),
  /** How many bookings can be made with it; null: no limit. */
  maxUses: z.int(uses).min(1, uses).max(eventLinkLimits.uses, uses).nullable().default(1),
  /**
   * Rules that apply in addition to the event's. Hours and dates only close times, in the zone of the event's hours: an
   * override never opens what the event closes.
   */
  rules: linkRules.extend({ limits: newBookingLimits }).partial().default({}),
})
export type EventLinkInput = z.input<typeof eventLinkInput>

export const eventLink = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The last part of the booking page's URL. It lets anyone book. */
  bookingUrlId: z.string(),
  expiresAt: z.string().nullable(),
  maxUses: z.int().nullable(),
  /**
   * How many bookings were made with it, without those that were canceled before they started and before the link
   * expired.
   */
  uses: z.int(),
  rules: linkRules.partial(),
  createdAt: z.string(),
})
export type EventLink = z.infer<typeof eventLink>
