import { z } from 'zod'
import { eventLimits, eventMessages } from './event-options.ts'
import {
  limitMinutesMessage,
  limitPeriods,
  overlappingDates,
  ruleLimits,
  ruleMessages,
  type StartTimes,
} from './event-rules.ts'
import { asReadonly, flag, line, timezone } from '../primitives.schema.ts'
import { isSlotDate, isLimitMinutes } from './rule-errors.ts'
import { timeRanges } from '../hours/weekly-availability.schema.ts'

export const date = z.string(ruleMessages.date).refine(isSlotDate, ruleMessages.date)

const whole = (min: number, max: number, message: string) =>
  z.int(message).min(min, message).max(max, message)

/**
 * An object whose unknown keys are an error, because a rule that is dropped silently leaves open what its host wanted
 * closed.
 */
const rulesObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `Unknown rules here: ${issue.keys.join(', ')}` : undefined,
  })

/** Dates in the right order. */
const stretch = <Shape extends z.ZodRawShape>(shape: Shape) =>
  rulesObject({ from: date, to: date, ...shape }).refine(
    (dates: { from?: unknown; to?: unknown }) => String(dates.from) <= String(dates.to),
    {
      message: ruleMessages.dateOrder,
      path: ['to'],
    },
  )

/** A list of dates that have one entry each. */
const apart = <Entry extends z.ZodType<{ from: string; to: string }>>(
  entry: Entry,
  max: number,
  tooMany: string,
) =>
  z
    .array(entry, 'Dates must be a list')
    .max(max, tooMany)
    .superRefine((entries, context) => {
      for (const index of overlappingDates(entries)) {
        context.addIssue({ code: 'custom', message: ruleMessages.overlap, path: [index, 'from'] })
      }
    })

export const override = stretch({
  slots: asReadonly(timeRanges.max(ruleLimits.overrideRanges, ruleMessages.tooManyRanges)),
  name: line('A name', ruleLimits.overrideName).default(''),
})

export const overrides = apart(override, ruleLimits.overrides, ruleMessages.tooManyOverrides)

export const travels = apart(
  stretch({ timezone }),
  ruleLimits.travels,
  `At most ${ruleLimits.travels} trips are possible`,
)

const START_TIMES = 'Use {"every": minutes} or {"at": [minutes of the hour]}'

export const startMinutes = z
  .array(whole(0, 59, ruleMessages.at), ruleMessages.at)
  .min(1, ruleMessages.noMinute)
  .max(ruleLimits.at, ruleMessages.at)
  .refine((minutes) => new Set(minutes).size === minutes.length, ruleMessages.at)
  .overwrite((minutes) => minutes.toSorted((a, b) => a - b))

// Not a union, whose errors don't say which minute is wrong. Nor strict, because a pipe to a union forgets about
// unknown keys.
const startTimes = z
  .looseObject(
    {
      every: whole(ruleLimits.everyMin, ruleLimits.everyMax, ruleMessages.every).optional(),
      at: asReadonly(startMinutes).optional(),
    },
    START_TIMES,
  )
  .refine(({ every, at, ...unknown }) => {
    const isOne = (every === undefined) !== (at === undefined)
    return isOne && Object.keys(unknown).length === 0
  }, START_TIMES)
  .transform(({ every, at }): StartTimes => (every === undefined ? { at: at! } : { every }))
  // Describes what it is in responses.
  .pipe(z.union([z.object({ every: z.int() }), z.object({ at: asReadonly(z.array(z.int())) })]))

const WINDOW = 'Use a number of calendarDays or workingDays, or fixed dates'

const bookingWindow = z.discriminatedUnion(
  'type',
  [
    rulesObject({
      type: z.enum(['calendarDays', 'workingDays'], WINDOW),
      days: whole(0, ruleLimits.windowDays, ruleMessages.windowDays),
    }),
    stretch({ type: z.literal('fixed', WINDOW) }),
  ],
  WINDOW,
)

const limit = rulesObject({
  per: z.enum(limitPeriods, `A limit is per ${limitPeriods.join(', ')}`),
  bookings: whole(1, ruleLimits.bookings, ruleMessages.bookings).nullable().default(null),
  minutes: z.int(ruleMessages.minutes).nullable().default(null),
}).refine(({ bookings, minutes }) => bookings !== null || minutes !== null, {
  message: ruleMessages.emptyLimit,
  path: ['bookings'],
})

const limitsOf = <Limit extends typeof limit>(each: Limit) =>
  z
    .array(each, 'Limits must be a list')
    .refine(
      (limits) => new Set(limits.map(({ per }) => per)).size === limits.length,
      ruleMessages.repeatedLimit,
    )

export const bookingLimits = limitsOf(limit)

/** The same for input: earlier versions stored limits that are never reached, or close everything. */
export const newBookingLimits = limitsOf(
  limit.superRefine(({ per, minutes }, context) => {
    if (minutes === null || isLimitMinutes(per, minutes)) return
    context.addIssue({ code: 'custom', message: limitMinutesMessage(per), path: ['minutes'] })
  }),
)

const { duration } = eventLimits
export const durationMinutes = whole(duration.min, duration.max, eventMessages.duration)

const durations = z
  .array(durationMinutes, 'Durations must be a list')
  .max(ruleLimits.durations, ruleMessages.tooManyDurations)
  .refine((list) => new Set(list).size === list.length, ruleMessages.durations)
  .overwrite((list) => list.toSorted((a, b) => a - b))

const buffer = whole(0, ruleLimits.buffer, ruleMessages.buffer).nullable()

/** The rules that one-off links can have too; they also have hours and start times of their own. */
export const narrowingRules = rulesObject({
  bufferBefore: buffer,
  bufferAfter: buffer,
  minimumNotice: whole(0, ruleLimits.notice, ruleMessages.notice),
  bookingWindow: bookingWindow.nullable(),
  limits: bookingLimits,
  durations,
  overrides,
  bookingsPerPerson: whole(1, ruleLimits.bookingsPerPerson, ruleMessages.bookingsPerPerson).nullable(),
})

export const eventRules = narrowingRules.extend({
  startTimes: startTimes.nullable(),
  linksOnly: flag,
})

export const newEventRules = eventRules.extend({ limits: newBookingLimits })
