import { eq } from 'drizzle-orm'
import { type CalendarProblem, problemText } from '../../contract/calendars/calendar-problems.ts'
import { product } from '../../contract/product.ts'
import { whereConnection } from '../calendars/calendar-id.ts'
import { calendarConnections, type ConnectionRow } from '../db/tables/calendars.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { JobHandler } from '../jobs/job.ts'
import { deliverNotice, type Notice } from './deliver-notice.ts'

/** Asks a host to connect their calendar again. */
export const sendCalendarNotice: JobHandler<'sendCalendarNotice'> = async (deps, job) => {
  const { db, publicUrl } = deps
  const [found] = await db
    .select({ host: hosts, connection: calendarConnections })
    .from(calendarConnections)
    .innerJoin(hosts, eq(hosts.id, calendarConnections.hostId))
    .where(whereConnection({ hostId: job.hostId, id: job.payload.connectionId ?? job.hostId }))
  // The host reconnected while the mail was queued.
  if (found?.connection.brokenAt !== job.payload.brokenAt) return
  await deliverNotice(deps, job, found.host, calendarNotice(found.connection, publicUrl))
}

function calendarNotice(connection: ConnectionRow, publicUrl: string): Notice {
  const { id, hostId, provider, name } = connection
  const isSignIn = id === hostId
  const problem = connection.brokenReason as CalendarProblem
  const effect = isSignIn
    ? 'Nobody can book you until you reconnect.'
    : 'Events that check its calendars can’t be booked until you reconnect.'
  return {
    subject: isSignIn
      ? 'Your Google Calendar was disconnected'
      : `Your calendar account ${name} was disconnected`,
    preview: effect,
    tone: 'bad',
    badge: 'Not connected',
    heading: 'Reconnect your calendar',
    lead: `${problemText(provider, problem)} ${effect}`,
    rows: [],
    about: `${product.name} can’t check your calendar, so your booking pages show no times. Existing bookings are safe, and changes will sync to your calendar once you reconnect.`,
    actions: [{ label: 'Reconnect', url: `${publicUrl}${isSignIn ? '/profile' : '/settings#calendars'}` }],
    why: `You’re receiving this because people book you with ${product.name}. We won’t email you about this problem again.`,
  }
}
