import { eq } from 'drizzle-orm'
import { isolated } from '../../contract/isolated.ts'
import { product } from '../../contract/product.ts'
import { hasEventsOrBookings } from '../calendars/missing-calendar.ts'
import { whereCalendar } from '../calendars/calendar-id.ts'
import { calendars } from '../db/tables/calendars.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { JobHandler } from '../jobs/job.ts'
import { deliverNotice, type Notice } from './deliver-notice.ts'

/** Asks a host to choose another calendar in place of one that the provider doesn't have. */
export const sendMissingCalendarNotice: JobHandler<'sendMissingCalendarNotice'> = async (deps, job) => {
  const { db, publicUrl, now } = deps
  const { calendarId, missingSince } = job.payload
  const [found] = await db
    .select({ host: hosts, calendar: calendars })
    .from(calendars)
    .innerJoin(hosts, eq(hosts.id, calendars.hostId))
    .where(whereCalendar({ hostId: job.hostId, calendarId }))
  // It is back, or another one was chosen.
  if (found?.calendar.missingSince !== missingSince) return
  const isWritten = await hasEventsOrBookings(db, { hostId: job.hostId, calendarId }, now())
  const notice = isWritten ? missingCalendarNotice : uncheckedCalendarNotice
  await deliverNotice(deps, job, found.host, notice(isolated(found.calendar.name), publicUrl))
}

/** Of a calendar that was only checked. */
function uncheckedCalendarNotice(calendar: string, publicUrl: string): Notice {
  return {
    ...missingCalendarNotice(calendar, publicUrl),
    preview: 'Until it’s back, your events don’t check it for conflicts.',
    heading: 'A calendar is missing',
    lead: `We can’t find your calendar “${calendar}”. It may have been deleted, or it’s no longer shared with you. Until it’s back, your events don’t check it for conflicts.`,
    about: 'Your events and bookings stay as they are.',
    actions: [{ label: 'Open calendar settings', url: `${publicUrl}/settings#calendars` }],
  }
}

function missingCalendarNotice(calendar: string, publicUrl: string): Notice {
  return {
    subject: 'We can’t find one of your calendars',
    preview: 'Events that use it can’t be booked until you choose another calendar.',
    tone: 'bad',
    badge: 'Calendar not found',
    heading: 'Choose another calendar',
    lead: `We can’t find your calendar “${calendar}”. It may have been deleted, or it’s no longer shared with you. Events that use it can’t be booked until you choose another calendar.`,
    rows: [],
    about: `Existing bookings are safe. ${product.name} will add the upcoming ones to the calendar you choose.`,
    actions: [{ label: 'Choose a calendar', url: `${publicUrl}/profile` }],
    why: `You’re receiving this because people book you with ${product.name}.`,
  }
}
