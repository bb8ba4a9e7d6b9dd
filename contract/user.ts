import { z } from 'zod'
import { calendarProblems } from './calendar-problems.ts'

/** The signed-in host as the web app sees them. */
export const user = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  picture: z.string().nullable(),
  picture_url: z.string().nullable(),
  /** `broken`: Google refused the stored grant; `missing_scopes`: the person left a box of the consent page empty. */
  calendarConnection: z.enum(['connected', 'broken', 'missing_scopes']),
  /** Why and since when it is broken, as far as that is known. */
  calendarProblem: z.enum(calendarProblems).nullable(),
  calendarBrokenSince: z.iso.datetime().nullable(),
})
export type User = z.infer<typeof user>

export const calendarOption = z.object({
  id: z.string(),
  name: z.string(),
  isPrimary: z.boolean(),
  email: z.string(),
})
export type CalendarOption = z.infer<typeof calendarOption>

/** What is asked of Google: the calendar list to read, calendar events, and who the person is. */
export const googleScopes = [
  'openid',
  'email',
  'profile',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  'https://www.googleapis.com/auth/calendar.events',
] as const
