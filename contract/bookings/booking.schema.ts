import { z } from 'zod'
import { actorRoles, bookingActions, guestLinkRoles } from './booking-actors.ts'
import { bookingStatuses } from './booking-filters.ts'
import {
  bookingLimits,
  bookingMessages,
  cancelMessages,
  invitationLimits,
  recipientMessages,
} from './booking-messages.ts'
import { collectionLimits } from '../custom-fields/custom-fields.ts'
import { answersInput, bookedCollection, sharedAnswersInput } from '../custom-fields/collection.schema.ts'
import { meetViaOptions } from '../events/event-options.ts'
import { ruleMessages } from '../events/event-rules.ts'
import { shareRoles } from '../events/event-shares.ts'
import { plainLine, plainText } from '../plain-text.ts'
import { email, flag, isWholeMinute, text, timezone } from '../primitives.schema.ts'
import { timeFormats } from '../time/time-formats.ts'

const emails = z
  .array(
    email((address) => `This isn’t a valid email address: ${address}`),
    recipientMessages.none,
  )
  .min(1, recipientMessages.none)
  .max(invitationLimits.perCall, recipientMessages.tooMany)

const requestedInstant = z.iso
  .datetime({ offset: true, error: bookingMessages.slot })
  .transform((iso) => Date.parse(iso))
  .refine(isWholeMinute, bookingMessages.slot)

/**
 * Only `startUTC` and, where an event offers several, `selectedDuration` (minutes) choose the slot. Duration, calendar
 * and end come from the event, and the body's values are ignored.
 */
export const bookingInput = z.object({
  fullName: z
    .string({ error: bookingMessages.fullName })
    .transform(plainLine)
    .pipe(
      z
        .string()
        .min(1, bookingMessages.fullName)
        .max(bookingLimits.fullName, `A name can have at most ${bookingLimits.fullName} characters`),
    ),
  email: email(),
  startUTC: requestedInstant,
  selectedDuration: z.int(ruleMessages.notOffered).optional(),
  customFieldsCollections: answersInput.optional(),
  /** The invitee's zone and clock, which format the emails to them. A change by the host leaves them out. */
  timezone: timezone.optional(),
  timeFormat: z.enum(timeFormats, `Choose from ${timeFormats.join(', ')}`).optional(),
  /** Whether the event's host books for somebody; needs the host's token. */
  byHost: flag.optional(),
  /** Whether the host books a time, or moves a booking to one, that isn't offered. Two bookings never overlap. */
  bookAnyway: flag.optional(),
  /** Addresses of people who are invited with the booking. */
  guests: emails.optional(),
})

/**
 * A change of a booking, with every value as it will be. Only the invitee has to send name and email. Guests and the
 * people an event is shared with can only choose the time: other values are ignored. Only the host can choose one that
 * isn't offered.
 */
export const bookingChange = bookingInput
  .omit({ byHost: true, selectedDuration: true, guests: true })
  .partial({ fullName: true, email: true })
  .extend({
    /**
     * The start that the change was made for. If `startUTC` is the same, the booking keeps its time, whatever that is
     * by now. Otherwise it only moves if nobody else has moved it.
     */
    previousStartUTC: requestedInstant.optional(),
    /**
     * What was changed in the form: `fullName`, `email`, or an answer as `collectionId.fieldId`. The booking keeps the
     * rest, which another device may have changed since. Omitted: everything counts.
     */
    touched: z
      .array(z.string())
      .max(collectionLimits.used * 2 * collectionLimits.fields + 2)
      .optional(),
  })

const longestReason = 1000
const cancellationReason = z
  .string({ error: cancelMessages.reason })
  .transform(plainText)
  .pipe(
    z
      .string()
      .min(1, cancelMessages.reason)
      .max(longestReason, `A reason can have at most ${longestReason} characters`),
  )

/** The host sends only a reason. An invitee also says so, because the booking's id is their only credential. */
export const cancelInput = z.object({
  canceledBy: z.literal('invitee', 'canceledBy must be invitee or omitted').optional(),
  canceledVia: z.literal('confirmationPage', 'canceledVia must be confirmationPage or omitted').optional(),
  cancellationReason,
})

export const cancelEventInput = z.object({ cancellationReason })

/** Whether the recipients see the invitee's answers. Someone who doesn't see them can't show them. */
const includeAnswers = flag.default(false)

export const inviteInput = z.object({ emails, includeAnswers })
export const shareBookingInput = z.object({
  emails,
  additionalMessage: text('A message', invitationLimits.message).default(''),
  includeAnswers,
})

export const bookingDetails = z.object({
  id: z.string(),
  status: z.enum(bookingStatuses),
  createdAt: z.string(),
  duration: z.int(),
  title: z.string(),
  description: z.string(),
  fullName: z.string(),
  /** Partly hidden from guests. */
  email: z.string(),
  /** The invited guests' addresses, partly hidden from the invitee. Guests don't see them. */
  guests: z.array(z.string()),
  /** Everyone with a link of their own, for host and invitee, who can remove them. Addresses are hidden like above. */
  guestLinks: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role: z.enum(guestLinkRoles),
      includesAnswers: z.boolean(),
    }),
  ),
  /** Who did what, newest first; for the host and the people the event is shared with. */
  history: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      action: z.enum(bookingActions),
      by: z.enum(actorRoles),
      /** A guest's or member's address. */
      byEmail: z.string().nullable(),
      /** Who was invited, shown the page or removed. */
      emails: z.array(z.string()),
    }),
  ),
  startUtc: z.string(),
  endUtc: z.string(),
  /** When the invitee erased their data; everything about them is empty then. */
  erasedAt: z.string().nullable(),
  canceledAt: z.string().nullable(),
  cancellationReason: z.string().nullable(),
  canceledBy: z.enum(actorRoles).nullable(),
  /** For the host alone: when it was noticed that they have removed the entry from their calendar. */
  calendarEntryRemovedAt: z.string().nullable(),
  /** For the host alone: when it was noticed that they have moved the entry to where the booking cannot follow. */
  calendarEntryDivergedAt: z.string().nullable(),
  /** For the host alone: since when their calendar hasn't shown the latest change; null once it does. */
  calendarEntryPendingSince: z.string().nullable(),
  /** For the host alone: whether their calendar refused that change for good. */
  isCalendarEntryRefused: z.boolean(),
  /**
   * Who wasn't emailed about the booking for lack of an allowance, for the host and the people the event is shared
   * with. `isWaiting`: they are once there is room.
   */
  heldMails: z.array(z.object({ email: z.string(), isWaiting: z.boolean() })),
  /** Whether it was made with a one-off link; for the host and the people the event is shared with. */
  isByLink: z.boolean(),
  /** The link of a video call, once it is known. */
  meetingUrl: z.string().nullable(),
  /** Whether the host's calendar couldn't create the video call, so that there is no link. */
  hasVideoCallFailed: z.boolean(),
  /** Post-booking collections are visible only to the booking's host and the people the event is shared with. */
  customFieldsCollections: z.array(bookedCollection),
  /** The host's labels, in their order; for the host alone. */
  labelIds: z.array(z.uuid()),
})

/** The part of the booking's event that the confirmation page shows. The event itself may be deleted. */
export const bookedEvent = z.object({
  title: z.string(),
  meetVia: z.enum(meetViaOptions),
  /** Where to meet, as the host wrote it: an address, phone number or link; may be empty. */
  location: z.string(),
  timezone: z.string(),
  hostName: z.string(),
  /** The path of the host's photo; null if they don't show one. */
  hostPhoto: z.string().nullable(),
  /** Both are null once the event is removed for good. */
  eventId: z.uuid().nullable(),
  bookingUrlId: z.string().nullable(),
  /** Whether the event takes bookings with that link, apart from its booking period. */
  isAcceptingBookings: z.boolean(),
  allowUsersToEdit: z.boolean(),
  allowUsersToCancel: z.boolean(),
})

/** Who looks at a booking, and what they may see and do. */
const bookingAccess = z.object({
  role: z.enum(['host', 'member', 'invitee', ...guestLinkRoles]),
  /** What someone the event is shared with may do; null for all others. */
  shareRole: z.enum(shareRoles).nullable(),
  /** The address that a guest's link was sent to, partly hidden. */
  email: z.string().nullable(),
  includesAnswers: z.boolean(),
  /** Whether they may invite others and share the page, as long as the booking is confirmed and upcoming. */
  canInvite: z.boolean(),
})

export const bookingAnswer = z.object({
  bookingData: bookingDetails,
  eventData: bookedEvent,
  access: bookingAccess,
})
export type BookingAnswer = z.infer<typeof bookingAnswer>

/**
 * The host's private notes after the booking. Omitted fields don't change; null or an empty string clears a field. If
 * one holds none of what it `replaces`, nothing changes (`edit_conflict`).
 */
export const postBookingFieldsInput = z.object({ customFieldsCollections: sharedAnswersInput })
