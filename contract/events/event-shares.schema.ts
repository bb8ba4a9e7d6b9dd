import { z } from 'zod'
import { meetViaOptions } from './event-options.ts'
import { shareRoles } from './event-shares.ts'
import { email, emailRefusal, notifies } from '../primitives.schema.ts'

const role = z.enum(shareRoles, `Choose a role: ${shareRoles.join(', ')}`)

export const eventShareInput = z.object({ email: email(), role, notify: notifies })
export const eventShareChange = z.object({ role })

/**
 * Someone an event is shared with, for its owner. `userId` names the share: it doesn't tell whether they have an
 * account.
 */
export const eventShare = z.object({ userId: z.string(), email: z.string(), role })
export type EventShare = z.infer<typeof eventShare>
export const addedEventShare = eventShare.extend({ emailRefusal })
export type AddedEventShare = z.infer<typeof addedEventShare>

/** An event as the people it is shared with see it. */
export const sharedEvent = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Minutes. */
  duration: z.int(),
  meetVia: z.enum(meetViaOptions),
  location: z.string(),
  bookingUrlId: z.string(),
  ownerName: z.string(),
  role,
  /** Whether it takes bookings, apart from its periods. */
  isAcceptingBookings: z.boolean(),
  /** Whether `bookingUrlId` is of no use, because it takes bookings with one-off links only. */
  linksOnly: z.boolean(),
  createdAt: z.string(),
})
export type SharedEvent = z.infer<typeof sharedEvent>

/** Whose booking it is, and what the caller may do with it. */
export const bookingShare = z.object({ ownerName: z.string(), role })
