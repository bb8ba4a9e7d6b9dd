import { cancelPath, updatePath } from '../../contract/pages/page-paths.ts'
import { isLinkAllowed } from '../bookings/lock-booking.ts'
import type { GuestLinkRow } from '../db/tables/guest-links.ts'
import type { BookingRow } from '../db/tables/bookings.ts'
import type { EventRow } from '../db/tables/events.ts'
import { bookingUrlId } from '../events/event-view.ts'
import { isAccepting } from '../events/find-public-event.ts'
import type { MailContent } from './mail-wording.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'

interface Changeable {
  booking: Pick<BookingRow, 'status' | 'startAt'>
  /** Null once it was removed for good. */
  event: EventRow | null
  /** The recipient's own link; null for the invitee. */
  link: GuestLinkRow | null
  mail: Pick<QueuedMail, 'kind' | 'role'>
  /** The booking's id, or the guest's token. */
  id: string
  publicUrl: string
  now: number
}

/**
 * Links to the pages where the invitee or a guest can change the meeting, as far as they may. Opening one changes
 * nothing, because mail scanners follow links.
 */
export function changeLinks({
  booking,
  event,
  link,
  mail: { kind, role },
  id,
  publicUrl,
  now,
}: Changeable): MailContent['actions'] {
  const isAbout = kind !== 'canceled' && kind !== 'readdressed' && (role === 'invitee' || role === 'guest')
  const isOpen = booking.status === 'confirmed' && booking.startAt > now
  if (!isAbout || !isOpen || event === null || !isLinkAllowed(event, link)) return []
  const canMove = event.allowUsersToEdit && isAccepting(event)
  const updateUrl = publicUrl + updatePath(bookingUrlId(event.bookingLinkId), id)
  return [
    ...(canMove ? [{ label: 'Reschedule', url: updateUrl }] : []),
    ...(event.allowUsersToCancel ? [{ label: 'Cancel', url: publicUrl + cancelPath(id) }] : []),
  ]
}
