import { seenByGuest } from '../bookings/guest-links.ts'
import type { GuestLinkRow } from '../db/tables/guest-links.ts'
import type { hosts } from '../db/tables/hosts.ts'
import type { BookingRow } from '../db/tables/bookings.ts'
import type { EventRow } from '../db/tables/events.ts'
import type { Job } from '../jobs/job.ts'
import type { MailAddress, MailMessage } from '../adapters/mailer.ts'
import { hashToken } from '../adapters/hash-token.ts'
import { calendarPart } from './calendar-part.ts'
import { changeLinks } from './change-links.ts'
import { messageId, renderMail } from './deliver.ts'
import { mailContent, type MailInput } from './mail-wording.ts'
import type { MailRole, QueuedMail } from '../jobs/queued-mail.ts'

type Booking = BookingRow
type Host = typeof hosts.$inferSelect

export interface MailToCompose {
  booking: Booking
  /** Null once it was removed for good. */
  event: EventRow | null
  host: Host
  /** The recipient's own link; null for host and invitee. */
  link: GuestLinkRow | null
  people: NonNullable<MailInput['people']>
  settings: MailInput['settings']
  mail: QueuedMail
  job: Pick<Job, 'id' | 'createdAt'>
  publicUrl: string
  /** Stops such emails; null for people who take part by their own choice. */
  stopUrl: string | null
  now: number
}

/** The whole mail. Each try of its job makes the same one, except for the date and the seal of its link. */
export function composeMail({
  booking: current,
  event,
  host,
  link,
  people,
  settings,
  mail,
  job,
  publicUrl,
  stopUrl,
  now,
}: MailToCompose): MailMessage {
  const { kind, role } = mail
  const { startAt, endAt, sequence } = mail
  // A former address learns nothing about the invitee it was changed for.
  const isFormer = role === 'invitee' && mail.to.toLowerCase() !== current.email.toLowerCase()
  const hidden = isFormer ? { fullName: '', email: mail.to, customFields: [] } : {}
  const shown = link === null ? current : seenByGuest(current, link)
  const booking = { ...shown, ...hidden, startAt, endAt, sequence }
  const links = isFormer
    ? []
    : changeLinks({ booking: current, event, link, mail, id: booking.id, publicUrl, now })
  const content = mailContent({
    booking,
    people,
    host,
    settings,
    mail,
    changeLinks: links,
    publicUrl,
    stopUrl,
  })
  const to = addressOf(booking, host, mail)
  const hasCalendar = kind !== 'reminder' && kind !== 'shared'
  return {
    ...renderMail(content, job, publicUrl, now),
    // Makes all emails about the booking one conversation. A hash, because guests get it, too.
    references: messageId(hashToken(current.id), publicUrl),
    to,
    replyTo: replyAddress(booking, host, role),
    calendar: hasCalendar
      ? calendarOf({ booking, host, mail, to, publicUrl, stampedAt: job.createdAt })
      : null,
    unsubscribe: stopUrl
      ? { url: stopUrl, isOneClick: true }
      : // Only these are sent unprompted; the others answer an action.
        kind === 'reminder' && role === 'host'
        ? { url: `${publicUrl}/settings`, isOneClick: false }
        : null,
  }
}

function calendarOf(input: {
  booking: Booking
  host: Host
  mail: QueuedMail
  to: MailAddress
  publicUrl: string
  stampedAt: number
}): MailMessage['calendar'] {
  const { booking, host, mail, to, publicUrl, stampedAt } = input
  const method = mail.kind === 'canceled' || mail.kind === 'readdressed' ? 'CANCEL' : 'REQUEST'
  const organizer = { name: host.name, address: host.email }
  const { role } = mail
  return {
    method,
    content: calendarPart({ booking, host: organizer, role, to: to.address, method, publicUrl, stampedAt }),
  }
}

function addressOf(booking: Booking, host: Host, { role, to }: QueuedMail): MailAddress {
  if (role === 'host') return { name: host.name, address: host.email }
  return { name: role === 'invitee' ? booking.fullName : '', address: to }
}

/** Where replies go. Those a page is shared with may not know the host and the invitee, so they reply to neither. */
function replyAddress(booking: Booking, host: Host, role: MailRole): MailAddress | null {
  if (role === 'recipient') return null
  if (role !== 'host') return { name: host.name, address: host.email }
  return booking.email === '' ? null : { name: booking.fullName, address: booking.email }
}
