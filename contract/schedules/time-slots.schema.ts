import { z } from 'zod'
import { flag } from '../primitives.schema.ts'
import { MAX_SLOTS_A_DAY, timeSlotErrors, timeSlotMessages, weekdays } from './weekly-availability.ts'

const timeSlot = z.object({
  start: z.string({ error: timeSlotMessages.outsideDay }),
  end: z.string({ error: timeSlotMessages.outsideDay }),
})

const dayMessage = 'Each day needs an enabled flag and a list of slots'

/** The ranges of a day, which don't overlap. */
export const timeSlots = z
  .array(timeSlot, dayMessage)
  .max(MAX_SLOTS_A_DAY, timeSlotMessages.tooMany)
  .superRefine((slots, context) => {
    timeSlotErrors(slots).forEach((message, index) => {
      if (message) context.addIssue({ code: 'custom', message, path: [index, 'end'] })
    })
  })

const day = z.object({ enabled: flag, slots: timeSlots }, dayMessage)

export const weeklyAvailability = z.object(
  Object.fromEntries(weekdays.map((name) => [name, day])) as Record<(typeof weekdays)[number], typeof day>,
  { error: 'Weekly availability must include every day from monday to sunday' },
)
