import type { BookingAnswer } from '../bookings/booking.schema.ts'
import type { Slot } from '../events/slot.schema.ts'
import type { CalendarCheck } from '../bookings/invitee-calendar-check.ts'
import type { PublicEvent } from '../events/event.schema.ts'
import type { Month } from '../time/month.ts'
import type { SitePageName } from './pages.ts'
import type { ZoneRules } from '../../availability/zone-rules.ts'
import type { Viewer } from '../time/viewer.ts'

/** The data of a page that needs no sign-in, used by the server and again in the browser. */
export type PublicPage = { viewer: Viewer; now: string } & (
  | {
      kind: 'booking'
      event: PublicEvent
      /** False if an existing booking can't get a new time, because the event takes no bookings. */
      isAccepting: boolean
      /** Whether only the event's host gets this page, because others need a one-off link. */
      isHostOnly: boolean
      /** The length of the slots in minutes, one of the event's durations. */
      duration: number
      month: Month
      /** The first day of the week, from 1 (Monday) to 7 (Sunday). Not every browser knows its locale's. */
      weekStart: number
      /** The slots of the month, padded to whole weeks; null if the host's calendar is unreachable. */
      slots: Slot[] | null
      /** The first month that may have slots. */
      firstMonth: Month
      /** The last month with slots; null if there is no end. */
      lastMonth: Month | null
      /** The booking to change; null for a new booking. */
      booking: BookingAnswer | null
      /** How invitees check their own calendars; null if they can't. */
      calendarCheck: CalendarCheck | null
    }
  /** `justCreated`: the visitor comes from the booking page; `isForSomebody`: as its host, who booked for somebody. */
  | { kind: 'confirmation'; booking: BookingAnswer; justCreated: boolean; isForSomebody: boolean }
  /** `host`: whose bookings the emails to `email` are about. */
  | { kind: 'stopEmails'; host: { name: string; email: string }; email: string; isStopped: boolean }
  /** The events that a host lists, by their paths. */
  | { kind: 'hostEvents'; hostName: string; handle: string; events: ListedOnPage[] }
  /** `bookingId`: the booking in question, if there is one to show. */
  | {
      kind: 'message'
      title: string
      text: string
      bookingId: string | null
      /** Whether the browser asks for the page again as the signed-in host, who may see more. */
      mayBeOwn?: boolean
      /** Whether the event or link can't be used to book. */
      isClosed?: boolean
      /** Whether the same address may show its page a little later. */
      mayPass?: boolean
    }
)

export interface ListedOnPage {
  title: string
  description: string
  /** Minutes; every duration that people can choose, ascending. */
  durations: number[]
  path: string
}

/** What a page comes with: its data, and the rules of the zones that it calculates with. */
export type PublicPageData = PublicPage & { zones: ZoneRules[] }

/** A marketing page. Only the server renders it; in the browser it has a small script and no React. */
export interface SitePage {
  kind: SitePageName
  copyright: string
  /** Null if the configuration names nobody. */
  operator: Operator | null
}

/** Who runs an installation, and how to reach them. */
export interface Operator {
  name: string
  /** A postal address; may be empty. */
  address: string
  email: string
}

interface RenderedPage {
  title: string
  description: string
  html: string
}

/** The exports of the server-side build of the invitee's pages. */
export interface InviteePageRenderer {
  render(page: PublicPageData): RenderedPage
}

/** The exports of the server-side build of the site. */
export interface SitePageRenderer {
  render(page: SitePage): RenderedPage
}
