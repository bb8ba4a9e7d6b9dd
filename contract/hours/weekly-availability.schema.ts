import { z } from 'zod'
import { asReadonly, flag } from '../primitives.schema.ts'
import { MAX_RANGES_A_DAY, timeRangeErrors, timeRangeMessages, weekdays } from './weekly-availability.ts'

const timeRange = z.object({
  start: z.string({ error: timeRangeMessages.outsideDay }),
  end: z.string({ error: timeRangeMessages.outsideDay }),
})

const dayMessage = 'Each day needs an enabled flag and a list of slots'

/** The ranges of a day, which don't overlap. */
export const timeRanges = z
  .array(timeRange, dayMessage)
  .max(MAX_RANGES_A_DAY, timeRangeMessages.tooMany)
  .superRefine((ranges, context) => {
    timeRangeErrors(ranges).forEach((message, index) => {
      if (message) context.addIssue({ code: 'custom', message, path: [index, 'end'] })
    })
  })

const day = z.object({ enabled: flag, slots: asReadonly(timeRanges) }, dayMessage)

export const weeklyAvailability = z.object(
  Object.fromEntries(weekdays.map((name) => [name, day])) as Record<(typeof weekdays)[number], typeof day>,
  { error: 'Weekly availability must include every day from monday to sunday' },
)
