import { createsVideoCall, meetViaLabels } from '../../contract/events/event-options.ts'
import { meetingPlace } from '../../contract/bookings/meeting-place.ts'
import { isRefused } from '../bookings/pending-since.ts'
import { isolated } from '../../contract/isolated.ts'
import { sentence } from '../../contract/plain-text.ts'
import type { hosts } from '../db/tables/hosts.ts'
import type { BookingRow as Booking } from '../db/tables/bookings.ts'
import type { MailRole, QueuedMail } from '../jobs/queued-mail.ts'
import { changedText } from './changed-details.ts'

type Host = Pick<typeof hosts.$inferSelect, 'name' | 'email'>

export interface MailRow {
  /** Unique within the email, because two questions can have the same text. */
  id: string
  label: string
  text: string
  link?: { text: string; url: string }
}

type Change = Pick<QueuedMail, 'kind' | 'previousStartAt'> & Partial<Pick<QueuedMail, 'changed'>>

/** Names what is new, unless that is only the time, which is above. */
export function whatChanged(booking: Booking, { kind, changed = {}, previousStartAt }: Change): MailRow[] {
  const details = kind === 'changed' ? changedText(changed, booking.customFields) : ''
  if (details === '') return []
  return [
    { id: 'changed', label: 'What changed', text: previousStartAt === null ? details : `Time, ${details}` },
  ]
}

const PHONE_NUMBER = /^\+?[\d\s()./-]{5,30}$/

/** Who meets, and how. `isOff`: the meeting won't take place. */
export function rowsOf(booking: Booking, host: Host, role: MailRole, isOff: boolean): MailRow[] {
  return [
    ...(role === 'host' ? [] : [{ id: 'host', label: 'Host', text: host.name }]),
    ...(role === 'invitee' ? [] : [{ id: 'invitee', label: 'Booked by', text: booking.fullName }]),
    // An erased invitee has no address.
    ...(role === 'host' && booking.email !== ''
      ? [
          {
            id: 'email',
            label: 'Email',
            text: '',
            link: { text: booking.email, url: `mailto:${booking.email}` },
          },
        ]
      : []),
    ...(isOff ? [] : howToMeet(booking, host, role)),
  ]
}

/** The meeting type, and where it takes place once that is known. */
function howToMeet(booking: Booking, host: Host, role: MailRole): MailRow[] {
  const row = { id: 'how', label: 'How to meet' }
  const how = meetViaLabels[booking.meetVia]
  const place = meetingPlace(booking)
  if (place === null) {
    if (!createsVideoCall(booking.meetVia)) return [{ ...row, text: how }]
    return [{ ...row, text: `${how}. ${missingLinkText(booking, host, role)}` }]
  }
  const { label, text } = place
  const url = place.url ?? (PHONE_NUMBER.test(text) ? `tel:${text.replaceAll(/[^+\d]/g, '')}` : null)
  return [
    { ...row, text: how },
    url === null ? { id: 'place', label, text } : { id: 'place', label, text: '', link: { text, url } },
  ]
}

/** Promises no link that may never come. */
function missingLinkText(booking: Booking, host: Host, role: MailRole): string {
  if (booking.videoCallFailedAt !== null) {
    return role === 'host'
      ? sentence(
          isRefused(booking)
            ? `Your calendar didn’t accept this booking. Please add it there, and tell ${isolated(booking.fullName)} how to join`
            : `Your calendar couldn’t create the link, so please tell ${isolated(booking.fullName)} how to join`,
        )
      : sentence(`There’s no link yet, so please ask ${isolated(host.name)} how to join`)
  }
  return role === 'recipient'
    ? 'Once the link is ready, it’s on the booking page.'
    : 'We’ll email you the link once it’s ready.'
}
