import type { BookingAnswer, Slot } from './booking.schema.ts'
import type { PublicEvent } from './event.schema.ts'
import type { Month } from './month.ts'
import type { SitePageName } from './pages.ts'
import type { Viewer } from './viewer.ts'

/** What a page that needs no sign-in is made from, on the server and again in the browser. */
export type PublicPage = { viewer: Viewer; now: string } & (
  | {
      kind: 'booking'
      event: PublicEvent
      month: Month
      /** Those of the month, padded to whole weeks; null where the host's calendar cannot be reached. */
      slots: Slot[] | null
      /** After it the event offers nothing; null where it goes on. */
      lastMonth: Month | null
      /** Null for a new booking; else the one that is to be changed. */
      booking: BookingAnswer | null
    }
  /** `justCreated`: opened from the booking page. */
  | { kind: 'confirmation'; booking: BookingAnswer; justCreated: boolean }
  /** `bookingId`: of the booking it is about, where there is one to be seen. */
  | { kind: 'message'; title: string; text: string; bookingId: string | null }
)

/** A page that presents the product. The server alone makes it: in the browser it has a small script and no React. */
export interface SitePage {
  kind: SitePageName
  copyright: string
}

interface RenderedPage {
  title: string
  description: string
  html: string
}

/** What the server-side build of the invitee's pages exports. */
export interface InviteePageRenderer {
  render(page: PublicPage): RenderedPage
}

/** What the server-side build of the site exports. */
export interface SitePageRenderer {
  render(page: SitePage): RenderedPage
}
