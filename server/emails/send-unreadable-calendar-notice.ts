import { eq } from 'drizzle-orm'
import { calendarTroubleTexts, LAST_KNOWN_HOURS } from '../../contract/calendars/calendar-connections.ts'
import { isolated } from '../../contract/isolated.ts'
import { calendarsPath } from '../../contract/pages/pages.ts'
import { product } from '../../contract/product.ts'
import { whereCalendar } from '../calendars/calendar-id.ts'
import { type CalendarRow, calendars } from '../db/tables/calendars.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { JobHandler } from '../jobs/job.ts'
import { deliverNotice, type Notice } from './deliver-notice.ts'

/** Tells a host that one of their calendars can't be read, and what that does to their events. */
export const sendUnreadableCalendarNotice: JobHandler<'sendUnreadableCalendarNotice'> = async (deps, job) => {
  const { db, publicUrl } = deps
  const { calendarId, unreadableSince } = job.payload
  const [found] = await db
    .select({ host: hosts, calendar: calendars })
    .from(calendars)
    .innerJoin(hosts, eq(hosts.id, calendars.hostId))
    .where(whereCalendar({ hostId: job.hostId, calendarId }))
  // It can be read again.
  if (found?.calendar.unreadableSince !== unreadableSince) return
  await deliverNotice(deps, job, found.host, unreadableNotice(found.calendar, publicUrl))
}

function unreadableNotice({ name, trouble, whenUnreadable }: CalendarRow, publicUrl: string): Notice {
  const effect =
    whenUnreadable === 'close'
      ? 'Events that check it can’t be booked until we can read it again.'
      : `Its last known entries count for ${LAST_KNOWN_HOURS} hours. After that, events that check it can’t be booked.`
  return {
    subject: `We can’t read your calendar “${isolated(name)}”`,
    preview: effect,
    tone: 'bad',
    badge: 'Can’t be read',
    heading: 'One of your calendars can’t be read',
    lead: `We haven’t been able to read “${isolated(name)}” for 15 minutes. ${effect}`,
    rows: [],
    about: `${trouble ? `${calendarTroubleTexts[trouble]} ` : ''}${product.name} keeps trying. If the calendar won’t come back, stop checking it or connect it again.`,
    actions: [{ label: 'Open calendar settings', url: `${publicUrl}${calendarsPath}` }],
    why: `You’re receiving this because people book you with ${product.name}.`,
  }
}
