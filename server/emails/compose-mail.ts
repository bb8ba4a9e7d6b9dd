import type { bookings, hosts } from '../db/schema.ts'
import type { Job } from '../jobs/worker.ts'
import type { MailAddress, MailMessage } from '../mailer.ts'
import { calendarPart } from './calendar-part.ts'
import { frameOf } from './deliver.ts'
import { mailContent, type MailInput } from './mail-content.ts'
import type { MailRole, QueuedMail } from './queue-mails.ts'

type Booking = typeof bookings.$inferSelect
type Host = typeof hosts.$inferSelect

export interface MailToCompose {
  booking: Booking
  host: Host
  settings: MailInput['settings']
  mail: QueuedMail
  job: Pick<Job, 'id' | 'createdAt'>
  publicUrl: string
  now: number
}

/** The whole mail; the same for each try of its job, save for its date. */
export function composeMail({
  booking: current,
  host,
  settings,
  mail,
  job,
  publicUrl,
  now,
}: MailToCompose): MailMessage {
  const { kind, role } = mail
  const { startAt, endAt, sequence } = mail
  // Whoever a booking has been taken from is told nothing of who has it now.
  const isFormer = kind === 'readdressed'
  const theirs = isFormer ? { fullName: '', email: mail.to, customFields: [] } : {}
  const booking = { ...current, ...theirs, startAt, endAt, sequence }
  const content = mailContent({ booking, host, settings, mail, publicUrl })
  const to = recipient(booking, host, mail)
  const hasCalendar = kind !== 'reminder' && kind !== 'shared'
  return {
    ...frameOf(content, job, publicUrl, now),
    to,
    replyTo: otherParty(booking, host, role),
    calendar: hasCalendar
      ? calendarOf({ booking, host, mail, to, publicUrl, stampedAt: job.createdAt })
      : null,
    // Of all mails only these are sent unasked. The others answer what somebody has just done.
    unsubscribeUrl: kind === 'reminder' && role === 'host' ? `${publicUrl}/settings` : null,
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

function recipient(booking: Booking, host: Host, { role, to }: QueuedMail): MailAddress {
  if (role === 'host') return { name: host.name, address: host.email }
  return { name: role === 'invitee' ? booking.fullName : '', address: to }
}

/** Whom an answer is for. A page that was shared does not tell the host's address, so neither does its mail. */
function otherParty(booking: Booking, host: Host, role: MailRole): MailAddress {
  return role === 'host' || role === 'reader'
    ? { name: booking.fullName, address: booking.email }
    : { name: host.name, address: host.email }
}
