import type { PublicPage } from '../../contract/pages/page-data.ts'
import { sentence } from '../../contract/plain-text.ts'
import { product } from '../../contract/product.ts'
import { BookingForm } from './booking/booking-form.tsx'
import { BookingPage } from './booking/booking-page.tsx'
import { OtherPage } from './other-page.tsx'
import { PageFrame } from './page-frame.tsx'

/** Any page that needs no sign-in. Browsers get the same from `startPage`. */
export const Page = ({ page }: { page: PublicPage }) => (
  <PageFrame>
    {page.kind === 'booking' ? <BookingPage page={page} Form={BookingForm} /> : <OtherPage page={page} />}
  </PageFrame>
)

export function titleOf(page: PublicPage): string {
  if (page.kind === 'booking') {
    return `${page.booking ? 'Edit: ' : ''}${page.event.title} with ${page.event.hostName}`
  }
  if (page.kind === 'confirmation') return `${page.booking.bookingData.title}: booking`
  if (page.kind === 'stopEmails') return `Emails about bookings | ${product.name}`
  if (page.kind === 'hostEvents') return `${page.hostName}: book a time`
  return `${page.title} | ${product.name}`
}

/** Search engines show about this many characters. */
const MAX_DESCRIPTION_LENGTH = 160

/** The page's description; empty for pages that shouldn't be found. */
export function descriptionOf(page: PublicPage): string {
  if (page.kind === 'hostEvents') return sentence(`Book a time with ${page.hostName}`)
  if (page.kind !== 'booking' || page.booking) return ''
  const { description, duration, hostName } = page.event
  const own = Array.from(description.replaceAll(/\s+/g, ' ').trim())
  if (own.length === 0)
    return `${sentence(`Book ${duration} minutes with ${hostName}`)} Times are shown in your own time zone.`
  return own.length <= MAX_DESCRIPTION_LENGTH
    ? own.join('')
    : `${own
        .slice(0, MAX_DESCRIPTION_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}
