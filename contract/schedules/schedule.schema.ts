import { z } from 'zod'
import { override, overrides, travels } from '../events/event-rules.schema.ts'
import { plainLine } from '../plain-text.ts'
import { calendarDay, timezone, version } from '../primitives.schema.ts'
import { scheduleLimits, scheduleMessages } from './schedule.ts'
import { weeklyAvailability } from '../hours/weekly-availability.schema.ts'

const holidayRule = z
  .string(scheduleMessages.holidaysOff)
  .max(scheduleLimits.holidayRule, scheduleMessages.holidaysOff)
  // Databases don't store every character in JSON.
  .refine((rule) => rule === plainLine(rule), scheduleMessages.holidaysOff)

const holidays = z.object(
  {
    country: z.string(scheduleMessages.holidays).length(2, scheduleMessages.holidays),
    region: z.string(scheduleMessages.holidays).max(20, scheduleMessages.holidays).nullable().default(null),
    off: z
      .array(holidayRule, scheduleMessages.holidaysOff)
      .max(scheduleLimits.holidaysOff, scheduleMessages.holidaysOff)
      .default([]),
  },
  scheduleMessages.holidays,
)

const values = {
  name: z
    .string(scheduleMessages.name)
    .transform(plainLine)
    .pipe(
      z
        .string()
        .min(1, scheduleMessages.name)
        .max(scheduleLimits.name, `A name can have at most ${scheduleLimits.name} characters`),
    ),
  timezone,
  weeklyAvailabilitySlots: weeklyAvailability,
  overrides,
  travels,
  holidays: holidays.nullable(),
}

/** Named hours that events share. Omitted values of a new one get the defaults. */
export const scheduleInput = z.object(values).partial().extend({ name: values.name })
export type ScheduleInput = z.input<typeof scheduleInput>

/** A change. A `version` is the one it is based on; the change is rejected if there is a newer one. */
export const scheduleChange = z.object({ ...values, version }).partial()
export type ScheduleChange = z.input<typeof scheduleChange>

export const schedule = z.object({
  ...values,
  id: z.uuid(),
  /** The dates that the holidays close, with their names, until the end of the year after next. */
  holidayDates: z.array(override),
  /** The events that use it. */
  events: z.array(z.object({ id: z.uuid(), title: z.string() })),
  version,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Schedule = z.infer<typeof schedule>

export const MAX_NAMED_OUTSIDE = 10

/** What a change of a schedule would do in the next four weeks, in the events that people can book now. */
export const scheduleEffect = z.object({
  slotsRemoved: z.int(),
  slotsAdded: z.int(),
  /** The titles of the events whose slots change, in alphabetical order. */
  events: z.array(z.string()),
  /** How many upcoming bookings of its events fall outside the new hours, but not outside the present ones. */
  bookingsOutside: z.int(),
  /** The first of them. */
  firstOutside: z.array(z.object({ fullName: z.string(), startUtc: z.string() })).max(MAX_NAMED_OUTSIDE),
})
export type ScheduleEffect = z.infer<typeof scheduleEffect>

/** A country whose public holidays are known, and its regions that have holidays of their own. */
export const holidayCountry = z.object({
  code: z.string(),
  name: z.string(),
  regions: z.array(z.object({ code: z.string(), name: z.string() })),
})
export type HolidayCountry = z.infer<typeof holidayCountry>

const yearMessage = 'Use a year from 2000 to 2099'

export const holidaysQuery = z.object({
  region: z.string().max(20).optional(),
  /** The present year if omitted. */
  year: z
    .string(yearMessage)
    .regex(/^20\d\d$/, yearMessage)
    .transform(Number)
    .optional(),
})

/** A public holiday. Half a day counts as the whole date, and `to` is inclusive. */
export const holiday = z.object({
  from: z.string(),
  to: z.string(),
  name: z.string(),
  /** The same each year; `holidays.off` of a schedule names it. */
  rule: z.string(),
})
export type Holiday = z.infer<typeof holiday>

export const busyQuery = z.object({ dateFrom: calendarDay, dateTo: calendarDay, timezone })

/** A time at which the host is busy, for any reason. */
export const busyTime = z.object({ startUtc: z.string(), endUtc: z.string() })
