import { z } from 'zod'
import { calendarProblems } from '../calendars/calendar-problems.ts'
import { shareRoles } from '../events/event-shares.ts'
import { quotas } from './quotas.ts'
import { retentionMonths } from './settings-options.ts'

const device = z.object({ device: z.string().nullable() })
const event = z.object({ title: z.string() })
const collection = z.object({ name: z.string() })
const share = z.object({ name: z.string(), email: z.string() })
const eventShare = z.object({ title: z.string(), email: z.string() })
const nothing = z.object({})

const kind = <Kind extends string, Details extends z.ZodObject>(name: Kind, details: Details) =>
  z.object({ id: z.string(), at: z.string(), kind: z.literal(name), details })

/** One thing that happened in an account. Its details hold no secrets, booking ids or invitees. */
export const activity = z.discriminatedUnion('kind', [
  kind('signed_in', device),
  kind('session_ended', device),
  kind('other_sessions_ended', z.object({ count: z.int() })),
  kind('extension_connected', device),
  kind('extension_disconnected', device),
  kind('calendar_disconnected', z.object({ problem: z.enum(calendarProblems), name: z.string().optional() })),
  kind('calendar_account_added', z.object({ name: z.string() })),
  kind('calendar_account_removed', z.object({ name: z.string() })),
  kind('calendar_unreadable', z.object({ name: z.string() })),
  kind('calendar_missing', z.object({ name: z.string() })),
  kind('calendar_replaced', z.object({ name: z.string(), replacement: z.string() })),
  kind('quota_refused', z.object({ quota: z.enum(Object.keys(quotas) as (keyof typeof quotas)[]) })),
  kind('recipients_refused', nothing),
  kind('collection_shared', share),
  kind('collection_unshared', share),
  kind('collection_deleted', collection),
  kind('collection_restored', collection),
  kind('event_shared', eventShare.extend({ role: z.enum(shareRoles) })),
  kind('event_unshared', eventShare),
  kind('event_share_left', eventShare),
  kind('event_deleted', event),
  kind('event_restored', event),
  kind('bookings_exported', nothing),
  kind('account_exported', nothing),
  kind('account_closed', nothing),
  kind('account_reopened', nothing),
  kind('retention_changed', z.object({ months: z.literal(retentionMonths).nullable() })),
  kind('bookings_removed', z.object({ count: z.int() })),
  kind('subscription_canceled', nothing),
  kind('subscription_reactivated', nothing),
  kind('subscription_yearly', nothing),
])
export type Activity = z.infer<typeof activity>

type WithoutTime<One> = One extends Activity ? Pick<One, 'kind' | 'details'> : never
/** One that is about to be recorded. */
export type NewActivity = WithoutTime<Activity>

/** `before`: the id of the last one that was received. */
export const activityQuery = z.object({ before: z.uuid('Use the id of an activity').optional() })

/** `next`: the `before` of the next page; null if there is none. */
export const activityPage = z.object({ activities: z.array(activity), next: z.string().nullable() })
