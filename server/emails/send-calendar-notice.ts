import { eq } from 'drizzle-orm'
import { calendarProblemTexts, type CalendarProblem } from '../../contract/calendar-problems.ts'
import { product } from '../../contract/product.ts'
import { googleConnections, hosts } from '../db/schema.ts'
import type { JobHandler } from '../jobs/worker.ts'
import { deliver, frameOf } from './deliver.ts'
import type { MailContent } from './mail-content.ts'

/** Tells a host that their calendar has to be connected again. The payload: `brokenAt`, in epoch milliseconds. */
export const sendCalendarNotice: JobHandler = async (deps, job) => {
  const { db, publicUrl, now } = deps
  const [found] = await db
    .select({ host: hosts, connection: googleConnections })
    .from(googleConnections)
    .innerJoin(hosts, eq(hosts.id, googleConnections.hostId))
    .where(eq(googleConnections.hostId, job.hostId))
  // Connected again while the mail was waiting.
  if (found?.connection.brokenAt !== Number(job.payload['brokenAt'])) return
  const { name, email } = found.host
  const notice = noticeOf(found.connection.brokenReason as CalendarProblem, publicUrl)
  await deliver(deps, {
    ...frameOf(notice, job, publicUrl, now()),
    to: { name, address: email },
    replyTo: null,
    calendar: null,
    unsubscribeUrl: null,
  })
}

function noticeOf(problem: CalendarProblem, publicUrl: string): MailContent {
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
    actions: [{ label: 'Reconnect', url: `${publicUrl}/profile` }],
    why: `You’re receiving this because people book you with ${product.name}. We won’t email you about this problem again.`,
  }
}
