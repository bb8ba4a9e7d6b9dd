import { dayOf, formatDate, parseDate, weekdayOf, zoneTable } from '../availability/wall-time.ts'
import type { BookingAnswer, Slot } from './booking.ts'
import type { PublicEvent } from './event.ts'

/** The screens that the host's app serves; any other address is a page that does not exist. */
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

/** How a reader's times are shown. The server guesses; the browser knows. */
export interface Reader {
  /** BCP 47. */
  locale: string
  timeZone: string
  /** Null: as the locale has it. */
  hour12: boolean | null
}

export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

/** What a page that needs no sign-in is made from, on the server and again in the browser. */
export type PublicPage = { reader: Reader; now: string } & (
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
  kind: SitePageKind
  copyright: string
}
export type SitePageKind = keyof typeof sitePages

/** Where they are. */
export const sitePages = { landing: '/', pricing: '/pricing', features: '/features' } as const

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

/** The cookie in which the browser remembers its reader's zone and clock: `zone|12`, `zone|24` or `zone|`. */
export const READER_COOKIE = 'boomtime_reader'

const FALLBACK_WEEK_START = 1

let lastAsked = { locale: '', weekStart: FALLBACK_WEEK_START }

/** The first day of the week where a locale is at home: 1 (Monday) to 7 (Sunday). */
export function weekStartOf(locale: string): number {
  // Asked for in every drawing of the calendar, and slow to find out.
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

/** The days a calendar shows for a month: whole weeks, as days since 1970-01-01, both inclusive. */
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

/** The month that a reader in a zone is in, at an instant (epoch milliseconds). */
export function monthAt(instant: number, timeZone: string): Month {
  const [year, month] = formatDate(dayOf(zoneTable(timeZone), instant)).split('-')
  return { year: Number(year), month: Number(month) }
}
