import { eq } from 'drizzle-orm'
import { calendarProblemTexts, type CalendarProblem } from '../../contract/calendar-problems.ts'
import { product } from '../../contract/product.ts'
import { googleConnections, hosts } from '../db/schema.ts'
import type { JobHandler } from '../jobs/job.ts'
import { deliver, renderMail } from './deliver.ts'
import type { MailContent } from './mail-content.ts'

/** Asks a host to connect their calendar again. */
export const sendCalendarNotice: JobHandler<'sendCalendarNotice'> = async (deps, job) => {
  const { db, publicUrl, now } = deps
  const [found] = await db
    .select({ host: hosts, connection: googleConnections })
    .from(googleConnections)
    .innerJoin(hosts, eq(hosts.id, googleConnections.hostId))
    .where(eq(googleConnections.hostId, job.hostId))
  // The host reconnected while the mail was queued.
  if (found?.connection.brokenAt !== job.payload.brokenAt) return
  const { name, email } = found.host
  const notice = calendarNotice(found.connection.brokenReason as CalendarProblem, publicUrl)
  await deliver(deps, {
    ...renderMail(notice, job, publicUrl, now()),
    to: { name, address: email },
    replyTo: null,
    calendar: null,
    unsubscribe: null,
  })
}

function calendarNotice(problem: CalendarProblem, publicUrl: string): MailContent {
  return {
    subject: 'Your Google Calendar was disconnected',
    preview: 'Nobody can book you until you reconnect.',
    tone: 'bad',
    badge: 'Not connected',
    heading: 'Reconnect your calendar',
    lead: `${calendarProblemTexts[problem]} Nobody can book you until you reconnect.`,
    when: null,
    quote: null,
    rows: [],
    about: `${product.name} can’t check your calendar, so your booking pages show no times. Existing bookings are safe, and changes will sync to your calendar once you reconnect.`,
    answers: [],
    stopUrl: null,
    actions: [{ label: 'Reconnect', url: `${publicUrl}/profile` }],
    why: `You’re receiving this because people book you with ${product.name}. We won’t email you about this problem again.`,
  }
}
