import { z } from 'zod'

export const calendarOption = z.object({
  id: z.string(),
  name: z.string(),
  isPrimary: z.boolean(),
  /** Whether bookings in this calendar can have a Google Meet link. */
  hasVideoCalls: z.boolean(),
  /** What its account is known by. */
  email: z.string(),
  /** The host name of the account's server, except Google's. */
  server: z.string().nullable(),
})
export type CalendarOption = z.infer<typeof calendarOption>
