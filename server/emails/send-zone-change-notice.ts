import { eq } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import { isolated } from '../../contract/isolated.ts'
import { paths } from '../../contract/pages/pages.ts'
import { plainLine } from '../../contract/plain-text.ts'
import { product } from '../../contract/product.ts'
import {
  type Clock,
  shortMomentTextAt,
  timeTextAt,
  weekdayTextAt,
  zoneName,
} from '../../contract/time/time-text.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { BookingRow } from '../db/tables/bookings.ts'
import { type JobHandler, JobPostponed } from '../jobs/job.ts'
import { compareReleases } from '../time-zones/zone-data.ts'
import { bookingZones, movedZones } from '../bookings/agreed-offsets.ts'
import { readUndecided } from '../bookings/undecided-bookings.ts'
import { deliverNotice, type Notice } from './deliver-notice.ts'
import type { MailRow } from './mail-rows.ts'

const MAX_LISTED = 30
const RETRY_MS = MINUTE
const MAX_NAMED = 3

/** Asks a host to move or leave bookings whose local time isn't what was agreed. */
export const sendZoneChangeNotice: JobHandler<'sendZoneChangeNotice'> = async (deps, job) => {
  const { db, publicUrl, now } = deps
  const [host] = await db.select().from(hosts).where(eq(hosts.id, job.hostId))
  // By its older rules, this process would find nothing to tell. One with the newer ones takes the job in a while.
  if (compareReleases(deps.zones.current().release, job.payload.release) < 0) throw new JobPostponed(RETRY_MS)
  const undecided = await readUndecided(db, job.hostId, now())
  // All were decided while the mail was queued; those that were found earlier had their own.
  if (!host || !undecided.some(({ zoneChangedAt }) => zoneChangedAt === job.payload.foundAt)) return
  const { time_format: timeFormat } = await readSettings(db, host.id)
  const clock = { locale: 'en-US', hour12: timeFormat === '12hour' }
  await deliverNotice(deps, job, host, noticeOf(undecided, clock, publicUrl))
}

function noticeOf(undecided: readonly BookingRow[], clock: Clock, publicUrl: string): Notice {
  const zones = new Set(
    undecided.flatMap((booking) => movedZones(booking).map(({ timeZone }) => zoneName(timeZone))),
  )
  const names = zones.size > MAX_NAMED ? `${zones.size} zones` : new Intl.ListFormat('en-US').format(zones)
  const isOne = undecided.length === 1
  const count = isOne ? '1 booking' : `${undecided.length} bookings`
  const more = undecided.length - MAX_LISTED
  return {
    subject: `Time zone change: please check ${count}`,
    preview: `The time zone rules changed for ${names}.`,
    tone: 'plain',
    badge: 'Time zone change',
    heading: isOne
      ? 'A booking is now at a different local time'
      : `${count} are now at different local times`,
    lead: `The time zone rules changed for ${names} after ${isOne ? 'this time was' : 'these times were'} booked. Nothing moves until you decide.`,
    rows: [
      ...undecided.slice(0, MAX_LISTED).map((booking) => rowOf(booking, clock)),
      ...(more > 0
        ? [{ id: 'more', label: 'Not listed', text: more === 1 ? '1 more booking' : `${more} more bookings` }]
        : []),
    ],
    about: `Move ${isOne ? 'it' : 'each one'} to the agreed local time, or leave it where it is now. If you move a booking, everyone in the meeting gets an email.`,
    actions: [{ label: isOne ? 'Review booking' : 'Review bookings', url: publicUrl + paths.zoneChanges }],
    why: `You’re receiving this because people book you with ${product.name}.`,
  }
}

function rowOf(booking: BookingRow, clock: Clock): MailRow {
  const { id, title, fullName, startAt } = booking
  const times = bookingZones(booking).map(({ timeZone, isInvitees, isMoved, agreedOffset, offset }) => {
    const name = `${zoneName(timeZone)}${isInvitees ? ' (invitee)' : ''}`
    const agreed = shortMomentTextAt(startAt, agreedOffset, clock)
    if (!isMoved) return `${name}: ${agreed}, unchanged`
    const dayOf = (ahead: number) => weekdayTextAt(startAt, ahead, clock)
    const text = dayOf(agreedOffset) === dayOf(offset) ? timeTextAt : shortMomentTextAt
    return `${name}: agreed ${agreed}, now ${text(startAt, offset, clock)}`
  })
  return {
    id,
    label: [title, fullName].map((name) => isolated(plainLine(name))).join(' with '),
    text: times.join('\n'),
  }
}
