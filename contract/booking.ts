import { z } from 'zod'
import { bookingStatuses } from './booking-filters.ts'
import {
  bookingMessages,
  cancelMessages,
  INVITEE_EMAIL,
  LONGEST_EMAIL,
  recipientLimits,
  recipientMessages,
} from './booking-messages.ts'
import { answersInput, bookedCollection } from './collection.ts'
import { timezone } from './event.ts'
import { meetViaOptions } from './event-options.ts'
import { plainLine, plainText } from './plain-text.ts'
import { timeFormats } from './settings-options.ts'

export const slot = z.object({ startUtc: z.string(), endUtc: z.string() })
export type Slot = z.infer<typeof slot>

const date = z.string({ error: 'Use a date such as 2027-03-14' })

/**
 * Days are `YYYY-MM-DD` in `timezone`, both inclusive; at most 62 of them. With a `bookingId` what that booking takes
 * counts as free: the slots it could be moved to.
 */
export const slotsQuery = z.object({
  dateFrom: date,
  dateTo: date,
  timezone,
  bookingId: z.string().max(64).optional(),
})

const requestedInstant = z.iso.datetime({ offset: true, error: bookingMessages.slot })

/**
 * A request for a slot. `startUTC` alone chooses it: duration, calendar and end follow from the event, and whatever
 * the body says of them is ignored.
 */
export const bookingInput = z.object({
  fullName: z
    .string({ error: bookingMessages.fullName })
    .transform(plainLine)
    .pipe(z.string().min(1, bookingMessages.fullName).max(200, 'A name can have at most 200 characters')),
  email: z
    .string({ error: bookingMessages.email })
    .trim()
    .max(LONGEST_EMAIL, bookingMessages.email)
    .pipe(z.email({ pattern: INVITEE_EMAIL, error: bookingMessages.email })),
  startUTC: requestedInstant,
  customFieldsCollections: answersInput.optional(),
  /** The invitee's own zone and clock, for the words of what is sent to them. Of a change by the host they say nothing. */
  timezone: timezone.optional(),
  timeFormat: z.enum(timeFormats, `Choose from ${timeFormats.join(', ')}`).optional(),
})

const longestReason = 1000

/** By its host, a reason alone; by an invitee also who they are, since they have nothing but the booking's id. */
export const cancelInput = z.object({
  canceledBy: z.literal('invitee', 'canceledBy must be invitee or omitted').optional(),
  canceledVia: z.literal('confirmationPage', 'canceledVia must be confirmationPage or omitted').optional(),
  cancellationReason: z
    .string({ error: cancelMessages.reason })
    .transform(plainText)
    .pipe(
      z
        .string()
        .min(1, cancelMessages.reason)
        .max(longestReason, `A reason can have at most ${longestReason} characters`),
    ),
})

const emails = z
  .array(
    z
      .string({ error: bookingMessages.email })
      .trim()
      .max(254, bookingMessages.email)
      .pipe(z.email({ error: ({ input }) => `This isn’t a valid email address: ${String(input)}` })),
    recipientMessages.none,
  )
  .min(1, recipientMessages.none)
  .max(recipientLimits.aCall, recipientMessages.tooMany)

export const inviteInput = z.object({ emails })
export const shareBookingInput = z.object({
  emails,
  additionalMessage: z
    .string('A message must be text')
    .transform(plainText)
    .pipe(
      z
        .string()
        .max(recipientLimits.message, `A message can have at most ${recipientLimits.message} characters`),
    )
    .default(''),
})

export const bookingDetails = z.object({
  id: z.string(),
  status: z.enum(bookingStatuses),
  createdAt: z.string(),
  duration: z.int(),
  title: z.string(),
  description: z.string(),
  fullName: z.string(),
  email: z.string(),
  startUtc: z.string(),
  endUtc: z.string(),
  canceledAt: z.string().nullable(),
  cancellationReason: z.string().nullable(),
  canceledBy: z.enum(['host', 'invitee']).nullable(),
  /** For the host alone: when it was noticed that they have removed the entry from their calendar. */
  calendarEntryRemovedAt: z.string().nullable(),
  /** For the host alone: when it was noticed that they have moved the entry to where the booking cannot follow. */
  calendarEntryDivergedAt: z.string().nullable(),
  /** Where a video call takes place, once it is known. */
  meetingUrl: z.string().nullable(),
  /** Post-booking collections are for the booking's host alone. */
  customFieldsCollections: z.array(bookedCollection),
})

/** What the confirmation page says of the event behind a booking; the event itself may be gone. */
export const bookedEvent = z.object({
  title: z.string(),
  meetVia: z.enum(meetViaOptions),
  /** Where, in the host's words: an address, a number, a link; may be empty. */
  location: z.string(),
  timezone: z.string(),
  hostName: z.string(),
  bookingUrlId: z.string().nullable(),
  allowUsersToEdit: z.boolean(),
  allowUsersToCancel: z.boolean(),
})

export const bookingAnswer = z.object({ bookingData: bookingDetails, eventData: bookedEvent })
export type BookingAnswer = z.infer<typeof bookingAnswer>

/** What the host fills in after the booking. Fields left out stay as they are; null or an empty text empties one. */
export const postBookingFieldsInput = z.object({ customFieldsCollections: answersInput })
