import { z } from 'zod'
import { askedCollection, usedCollection, usedCollectionInput } from '../custom-fields/collection.schema.ts'
import { collectionLimits } from '../custom-fields/custom-fields.ts'
import { eventLimits, eventMessages, isInYears, meetViaOptions } from './event-options.ts'
import { durationMinutes, eventRules, newEventRules, override, travels } from './event-rules.schema.ts'
import { slot } from './slot.schema.ts'
import { timeFormats } from '../time/time-formats.ts'
import { eventAddress } from './readable-links.schema.ts'
import { labelFilters, labelIds } from '../labels/label.schema.ts'
import { plainLine } from '../plain-text.ts'
import { flag, text, timezone, version } from '../primitives.schema.ts'
import { weeklyAvailability } from '../hours/weekly-availability.schema.ts'

const title = z
  .string({ error: eventMessages.title })
  .transform(plainLine)
  .pipe(
    z
      .string()
      .min(1, eventMessages.title)
      .max(eventLimits.title, `Event title can have at most ${eventLimits.title} characters`),
  )

const description = text('Description', eventLimits.description)
const location = text('Where to meet', eventLimits.location)

/** ISO 8601 with `Z` or an offset in JSON, epoch milliseconds inside; null if open. */
const bound = z.iso
  .datetime({ offset: true, error: 'Use a date and time such as 2027-03-14T09:00:00.000Z' })
  .transform((iso) => Date.parse(iso))
  .refine(isInYears, eventMessages.date)
  .nullable()

/** The same in an answer, in UTC. */
const shownBound = z.iso.datetime().nullable()

const eventFields = {
  title,
  description,
  duration: durationMinutes,
  meetVia: z.enum(meetViaOptions, `Choose how to meet: ${meetViaOptions.join(', ')}`),
  location,
  timezone,
  calendarId: z.string().min(1, 'Choose a calendar').max(1100, 'Choose a calendar').nullable(),
  /** The calendars it checks besides the one it writes to; null: the host's usual ones. */
  checkedCalendars: z
    .array(z.string().min(1).max(1100), 'Choose calendars')
    .max(200, 'Choose at most 200 calendars')
    .nullable(),
  isEnabled: flag,
  eventStartUtc: bound,
  eventEndUtc: bound,
  bookingStartUtc: bound,
  bookingEndUtc: bound,
  /** One of `bufferOptions`; older events keep other values. */
  bufferTime: z.int(eventMessages.bufferTime),
  allowUsersToCancel: flag,
  allowUsersToEdit: flag,
  /** Whether guests can do what the invitee is allowed to: move, cancel and invite. */
  allowGuestsToChange: flag,
  showUsersTheBookingStartDate: flag,
  isArchived: flag,
  weeklyAvailabilitySlots: weeklyAvailability,
  /** The schedule whose hours the event uses; null: its own. */
  scheduleId: z.uuid('Choose a schedule').nullable(),
}

const customFieldsCollections = z
  .array(usedCollectionInput, 'Collections must be a list')
  .max(collectionLimits.used, `An event can use at most ${collectionLimits.used} collections`)

/** A new event. Omitted fields get the account's defaults. */
export const eventInput = z
  .object({ ...eventFields, rules: newEventRules.partial(), customFieldsCollections, labelIds })
  .partial()
  .extend({ title })
export type EventInput = z.input<typeof eventInput>

/**
 * An unsaved event, or an unsaved change of the event with this id, and how somebody who opens its page reads times.
 */
export const eventPreviewInput = z.object({
  eventId: z.uuid('Use the id of an event').optional(),
  event: eventInput.omit({ customFieldsCollections: true, labelIds: true }),
  viewer: z.object({ timezone, timeFormat: z.enum(timeFormats, `Choose from ${timeFormats.join(', ')}`) }),
})

export type EventPreviewInput = z.input<typeof eventPreviewInput>

export const eventPreview = z.object({
  /** A document without scripts. */
  html: z.string(),
  /** The next slots, three at most; null while a calendar can't be read. */
  openings: z.array(slot).nullable(),
})

export type EventPreview = z.output<typeof eventPreview>

/**
 * A full or partial change of an event. `isDeleted: false` restores a deleted event within 24 hours. A `version` is
 * the one the change is based on; the change is rejected if the event has a newer version.
 */
export const eventChange = z
  .object({
    ...eventFields,
    /** Omitted rules don't change. A `bufferTime` alone applies before and after a booking. */
    rules: newEventRules.partial(),
    customFieldsCollections,
    isDeleted: flag,
    version,
  })
  .partial()
export type EventChange = z.input<typeof eventChange>

const localDate = z.string().nullable()

/** An event as its host reads it in a list. Both spellings of a name have the same value. */
export const listedEvent = z.object({
  ...eventFields,
  eventStartUtc: shownBound,
  eventEndUtc: shownBound,
  bookingStartUtc: shownBound,
  bookingEndUtc: shownBound,
  id: z.uuid(),
  description: z.string(),
  location: z.string(),
  calendarId: z.string(),
  is_active: z.boolean(),
  isDeleted: z.boolean(),
  /** ISO 8601. */
  deletedAt: z.string().nullable(),
  bookingLinkId: z.string(),
  ...eventAddress.shape,
  bookingUrlId: z.string(),
  booking_url_id: z.string(),
  bookingendUtc: shownBound,
  /** The hours that count: the schedule's, or the event's own. */
  weeklySlots: weeklyAvailability,
  /** Hours, with overrides, travel and time zone. */
  hours: z.object({
    timezone: z.string(),
    week: weeklyAvailability,
    overrides: z.array(override),
    travels,
  }),
  rules: eventRules,
  startDate: shownBound,
  endDate: shownBound,
  eventStartDate: localDate,
  eventStartTime: z.string(),
  eventEndDate: localDate,
  eventEndTime: z.string(),
  bookingStartDate: localDate,
  bookingStartTime: z.string(),
  bookingEndDate: localDate,
  bookingEndTime: z.string(),
  status: z.enum(['not-started', 'active', 'ended']),
  /** The confirmed bookings, and those of them that haven't started. */
  bookingsCount: z.int(),
  upcomingBookingsCount: z.int(),
  version,
  labelIds: z.array(z.uuid()),
  customFieldsCollections: z.array(usedCollection.pick({ id: true, collectionStage: true })),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ListedEvent = z.infer<typeof listedEvent>

/** A single event, including the fields of its collections. */
export const event = listedEvent.extend({ customFieldsCollections: z.array(usedCollection) })
export type Event = z.infer<typeof event>

/** An event as anyone with its link reads it. `startDate` and `endDate` are the booking period. */
export const publicEvent = z.object({
  id: z.uuid(),
  /** A placeholder for the calendar, because a calendar's real id can be its owner's email address. */
  calendarId: z.string(),
  title: z.string(),
  description: z.string(),
  duration: z.int(),
  /** Every duration that people can choose, ascending. */
  durations: z.array(z.int()),
  meetVia: z.enum(meetViaOptions),
  timezone: z.string(),
  startDate: shownBound,
  endDate: shownBound,
  showUsersTheBookingStartDate: z.boolean(),
  weeklySlots: weeklyAvailability,
  customFieldsCollections: z.array(askedCollection),
  bookingUrlId: z.string(),
  allowUsersToEdit: z.boolean(),
  allowUsersToCancel: z.boolean(),
  hostName: z.string(),
  /** The path of the host's photo; null if they don't show one. */
  hostPhoto: z.string().nullable(),
  serverNow: z.string(),
})
export type PublicEvent = z.infer<typeof publicEvent>

export const eventFilters = z.object({
  /** `deleted`: the deleted events, archived or not, as long as they can be restored. */
  status: z
    .enum(
      ['not-started', 'active', 'ended', 'deleted'],
      'Status must be one of not-started, active, ended, deleted',
    )
    .optional(),
  acceptingBookings: z.enum(['true', 'false'], 'acceptingBookings must be true or false').optional(),
  includeArchived: z.enum(['true', 'false'], 'includeArchived must be true or false').optional(),
  /** Adds the deleted events that have bookings, as long as they can be restored. */
  includeDeleted: z.enum(['true', 'false'], 'includeDeleted must be true or false').optional(),
  ...labelFilters,
})
export type EventFilters = z.input<typeof eventFilters>
