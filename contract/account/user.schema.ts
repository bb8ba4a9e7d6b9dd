import { z } from 'zod'
import { calendarProblems } from '../calendars/calendar-problems.ts'

/** The signed-in host as the web app sees them. */
export const user = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  picture: z.string().nullable(),
  picture_url: z.string().nullable(),
  /**
   * `not_connected`: Google never gave access. `broken`: it rejected the stored grant. `missing_scopes`: the person
   * left a box on the consent page unchecked.
   */
  calendarConnection: z.enum(['connected', 'not_connected', 'broken', 'missing_scopes']),
  /** Why and since when the connection is broken, if known. */
  calendarProblem: z.enum(calendarProblems).nullable(),
  calendarBrokenSince: z.iso.datetime().nullable(),
})
export type User = z.infer<typeof user>

/** A signed-in device, as its host sees it. Its id can't be used to sign in. */
export const session = z.object({
  id: z.string(),
  /** `Chrome on macOS`; null if unknown. */
  device: z.string().nullable(),
  signedInAt: z.string(),
  /** To the hour. */
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof session>

/** The Google scopes: read the calendar list, edit calendar events, and identify the person. */
export const googleScopes = [
  'openid',
  'email',
  'profile',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  'https://www.googleapis.com/auth/calendar.events',
] as const
