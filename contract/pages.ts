import { dayOf, formatDate, parseDate, weekdayOf, zoneTable } from '../availability/wall-time.ts'
import type { BookingAnswer, Slot } from './booking.ts'
import type { PublicEvent } from './event.ts'

/** The routes of the host's app; any other path is a 404. */
export const hostPages = [
  '/signin',
  '/auth/callback',
  '/dashboard',
  '/events',
  '/events/create',
  '/events/edit/{eventId}',
  '/bookings',
  '/custom-fields',
  '/custom-fields/create',
  '/custom-fields/edit/{collectionId}',
  '/settings',
  '/profile',
  '/help',
  '/faq',
  '/subscription',
  '/subscription/success',
  '/subscription/intent',
  '/subscription/cancel',
  '/event-not-found',
  '/event-not-accepting',
] as const

/** How a viewer's times are formatted. The server guesses them and the browser corrects the guess. */
export interface Reader {
  /** BCP 47. */
  locale: string
  timeZone: string
  /** Null to use the locale's default. */
  hour12: boolean | null
}

export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

/** The data of a page that needs no sign-in, used by the server and again in the browser. */
export type PublicPage = { reader: Reader; now: string } & (
  | {
      kind: 'booking'
      event: PublicEvent
      month: Month
      /** The slots of the month, padded to whole weeks; null if the host's calendar is unreachable. */
      slots: Slot[] | null
      /** The last month with slots; null if there is no end. */
      lastMonth: Month | null
      /** The booking to change; null for a new booking. */
      booking: BookingAnswer | null
    }
  /** `justCreated`: the visitor comes from the booking page. */
  | { kind: 'confirmation'; booking: BookingAnswer; justCreated: boolean }
  /** `bookingId`: the booking in question, if there is one to show. */
  | { kind: 'message'; title: string; text: string; bookingId: string | null }
)

/** A marketing page. It is rendered only on the server and has a small script without React. */
export interface SitePage {
  kind: SitePageKind
  copyright: string
}
export type SitePageKind = keyof typeof sitePages

/** The paths of these pages. */
export const sitePages = { landing: '/', pricing: '/pricing', features: '/features' } as const

/** The exports of the server-side build of the public pages. */
export interface PublicPageRenderer {
  render(page: PublicPage): { title: string; description: string; html: string }
  renderSite(page: SitePage): { title: string; description: string; html: string }
}

/** The cookie with the viewer's zone and clock: `zone|12`, `zone|24` or `zone|`. */
export const READER_COOKIE = 'boomtime_reader'

const FALLBACK_WEEK_START = 1

let lastAsked = { locale: '', weekStart: FALLBACK_WEEK_START }

/** The first day of the week in a locale: 1 (Monday) to 7 (Sunday). */
export function weekStartOf(locale: string): number {
  // Cached because the calendar asks on every render and looking it up is slow.
  if (lastAsked.locale !== locale) {
    const known = new Intl.Locale(locale) as Intl.Locale & {
      getWeekInfo?: () => { firstDay: number }
      weekInfo?: { firstDay: number }
    }
    const weekStart = (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? FALLBACK_WEEK_START
    lastAsked = { locale, weekStart }
  }
  return lastAsked.weekStart
}

/** The days that a calendar month shows: whole weeks, as days since 1970-01-01, both inclusive. */
export function weeksOfMonth({ year, month }: Month, weekStart: number): { first: number; last: number } {
  const first = parseDate(`${year}-${String(month).padStart(2, '0')}-01`)
  const next = addMonths({ year, month }, 1)
  const last = parseDate(`${next.year}-${String(next.month).padStart(2, '0')}-01`) - 1
  const column = (day: number) => (weekdayOf(day) + 8 - weekStart) % 7
  return { first: first - column(first), last: last + 6 - column(last) }
}

export function addMonths({ year, month }: Month, count: number): Month {
  const months = year * 12 + month - 1 + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

/** The month at an instant (epoch milliseconds) in the viewer's zone. */
export function monthAt(instant: number, timeZone: string): Month {
  const [year, month] = formatDate(dayOf(zoneTable(timeZone), instant)).split('-')
  return { year: Number(year), month: Number(month) }
}
