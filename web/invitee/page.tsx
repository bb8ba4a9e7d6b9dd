import type { PublicPage } from '../../contract/page-data.ts'
import { sentence } from '../../contract/plain-text.ts'
import { product } from '../../contract/product.ts'
import { BookingPage } from './booking/booking-page.tsx'
import { ConfirmationPage } from './confirmation/confirmation-page.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { MessagePage } from './message-page.tsx'
import { StopEmailsPage } from './stop-emails-page.tsx'

/** Any page that needs no sign-in, identical on the server and in the browser. */
export function Page({ page }: { page: PublicPage }) {
  return (
    <>
      <main className="page" id="main">
        {page.kind === 'booking' && <BookingPage page={page} />}
        {page.kind === 'confirmation' && <ConfirmationPage page={page} />}
        {page.kind === 'stopEmails' && <StopEmailsPage {...page} />}
        {page.kind === 'message' && <MessagePage {...page} />}
      </main>
      <footer className="page-footer">
        <a href="/" className="made-with">
          <LogoMark className="made-with-logo" />
          Scheduled with {product.name}
        </a>
      </footer>
    </>
  )
}

export function titleOf(page: PublicPage): string {
  if (page.kind === 'booking') {
    return `${page.booking ? 'Edit: ' : ''}${page.event.title} with ${page.event.hostName}`
  }
  if (page.kind === 'confirmation') return `${page.booking.bookingData.title}: booking`
  if (page.kind === 'stopEmails') return `Emails about bookings | ${product.name}`
  return `${page.title} | ${product.name}`
}

/** Search engines show about this many characters. */
const MAX_DESCRIPTION_LENGTH = 160

/** The page's description; empty for pages that shouldn't be found. */
export function descriptionOf(page: PublicPage): string {
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
