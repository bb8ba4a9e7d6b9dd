import type { PublicPage } from '../../contract/pages/page-data.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { type AppError, statusOf } from '../http/errors.ts'

interface Shown {
  viewer: Viewer
  /** Epoch milliseconds. */
  now: number
  /** The booking in question, if there is one to show. */
  bookingId?: string | null
  mayBeOwn?: boolean
}

/** The page that tells invitees what went wrong. */
export const problemPage = (
  error: AppError,
  { viewer, now, bookingId = null, mayBeOwn = false }: Shown,
): PublicPage => ({
  viewer,
  now: new Date(now).toISOString(),
  kind: 'message',
  title: titles[error.code] ?? 'Error Loading Booking',
  text: error.message,
  bookingId,
  mayBeOwn,
  isClosed: closed.has(error.code),
  mayPass: statusOf[error.code] >= 429,
})

const closed: ReadonlySet<AppError['code']> = new Set([
  'event_not_found',
  'event_not_accepting',
  'link_expired',
  'link_used_up',
  'link_deleted',
])

const titles: Partial<Record<AppError['code'], string>> = {
  event_not_found: 'Event Not Found',
  link_expired: 'Link Expired',
  link_used_up: 'Link Already Used',
  link_deleted: 'Link No Longer Valid',
  event_not_accepting: 'Booking Not Available for This Event',
  booking_not_found: 'Booking Information Not Found',
  too_many_requests: 'One Moment, Please',
}
