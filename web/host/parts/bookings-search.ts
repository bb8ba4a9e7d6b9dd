import {
  bookingListDefaults,
  bookingSortKeys,
  bookingStatuses,
  eventRunStatuses,
  pageSizes,
} from '../../../contract/bookings/booking-filters.ts'
import { parseDate, startOfDay } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'

/** A filter's URL value; undefined if it isn't worth keeping. */
type Read = (text: string) => string | undefined

const oneOf =
  (...choices: readonly string[]): Read =>
  (text) =>
    choices.includes(text) ? text : undefined

const words =
  (most: number): Read =>
  (text) =>
    text.slice(0, most) || undefined

/** Some of the choices, in their original order. */
const someOf =
  (choices: readonly string[], otherwise: readonly string[]): Read =>
  (text) => {
    const given = text.split(',')
    const chosen = choices.filter((choice) => given.includes(choice))
    return chosen.length === 0 || chosen.join() === otherwise.join() ? undefined : chosen.join()
  }

const day: Read = (text) => {
  try {
    return text.startsWith('20') && parseDate(text) ? text : undefined
  } catch {
    return undefined
  }
}

const minutes: Read = (text) => (/^\d{1,5}$/.test(text) ? String(Number(text)) : undefined)

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_IDS = 100
const ids: Read = (text) =>
  [...new Set(text.split(','))]
    .filter((id) => ID.test(id))
    .slice(0, MAX_IDS)
    .join() || undefined

const page: Read = (text) => (/^[1-9]\d{0,8}$/.test(text) && text !== '1' ? text : undefined)

const notDefault =
  (read: Read, otherwise: string): Read =>
  (text) =>
    text === otherwise ? undefined : read(text)

const orders = bookingSortKeys.flatMap((key) => [key, `-${key}`])

/**
 * Every filter by its API name, with a parser for its URL value. Booking ids are excluded, because they grant access
 * and URLs are shared.
 */
const filters = {
  shared: oneOf('true'),
  booking_q: words(200),
  booking_status: someOf(bookingStatuses, bookingListDefaults.booking_status),
  created_after: day,
  updated_after: day,
  meeting_after: day,
  meeting_before: day,
  when: oneOf('past', 'all'),
  duration_min: minutes,
  duration_max: minutes,
  attendees: words(500),
  event_ids: ids,
  event_include_disabled: oneOf('false'),
  event_include_archived: oneOf('false'),
  event_status: someOf(eventRunStatuses, bookingListDefaults.event_status),
  event_q: words(200),
  labels_any: ids,
  labels_all: ids,
  labels_none: ids,
  order_by: oneOf(...orders),
  items_per_page: notDefault(oneOf(...pageSizes.map(String)), String(bookingListDefaults.items_per_page)),
  page,
  group_by_event: oneOf('false'),
} as const satisfies Record<string, Read>

export type BookingsSearch = Partial<Record<keyof typeof filters, string>>

/** The screen's state in the URL, without defaults and unknown values. */
export function bookingsSearch(search: Record<string, unknown>): BookingsSearch {
  const known: BookingsSearch = {}
  for (const [name, read] of Object.entries(filters)) {
    const given = search[name]
    const value = typeof given === 'string' ? read(given) : undefined
    if (value !== undefined) known[name as keyof BookingsSearch] = value
  }
  if (known.order_by === defaultOrder(known)) delete known.order_by
  return known
}

/** A different filter means a different list, so it starts at the first page. */
export const changed = (search: BookingsSearch, change: BookingsSearch): BookingsSearch =>
  bookingsSearch({ ...search, page: undefined, ...change })

/** Canceled bookings share one tab, whether their time has come or not. */
export type BookingTab = 'upcoming' | 'past' | 'canceled' | 'all'

export const tabOf = ({ booking_status, when }: BookingsSearch): BookingTab =>
  booking_status === 'canceled' ? 'canceled' : ((when ?? 'upcoming') as BookingTab)

/** The change that selects a tab. Each has its own order. */
export const toTab = (tab: BookingTab): BookingsSearch => ({
  booking_status: tab === 'canceled' ? 'canceled' : undefined,
  when: tab === 'past' || tab === 'all' ? tab : undefined,
  order_by: undefined,
})

/** The latest of the past come first. */
const defaultOrder = (search: BookingsSearch) =>
  `${tabOf(search) === 'past' ? '-' : ''}${bookingListDefaults.order_by}`

/** The filters in the card, which its button counts. */
const inCard = [
  'booking_status',
  'created_after',
  'updated_after',
  'meeting_after',
  'meeting_before',
  'duration_min',
  'duration_max',
  'attendees',
  'event_ids',
  'event_include_disabled',
  'event_include_archived',
  'event_status',
  'event_q',
  'labels_any',
  'labels_all',
  'labels_none',
] as const satisfies readonly (keyof BookingsSearch)[]

/** The filters that are set. The status is a tab of its own unless it's something else. */
export const setFilters = (search: BookingsSearch) =>
  inCard.filter(
    (name) => search[name] !== undefined && !(name === 'booking_status' && tabOf(search) === 'canceled'),
  )

/** The list's options with defaults. */
export function viewOf(search: BookingsSearch) {
  const order_by = search.order_by ?? defaultOrder(search)
  return {
    sortKey: order_by.replace('-', ''),
    isDescending: order_by.startsWith('-'),
    pageSize: Number(search.items_per_page ?? bookingListDefaults.items_per_page),
    page: Number(search.page ?? bookingListDefaults.page),
    isGrouped: search.group_by_event === undefined,
  }
}

/** The query of the API call. Days are in the host's zone and can have 23 or 25 hours. */
export function listQuery(search: BookingsSearch, timeZone: string): Record<string, string | undefined> {
  const known = bookingsSearch(search)
  const { group_by_event: _, when: __, ...given } = known
  const tab = tabOf(known)
  return {
    ...given,
    order_by: known.order_by ?? defaultOrder(known),
    ...(tab === 'upcoming' && { upcoming: 'true' }),
    ...(tab === 'past' && { past: 'true' }),
    created_after: startOf(given.created_after, timeZone),
    updated_after: endOf(given.updated_after, timeZone),
    meeting_after: startOf(given.meeting_after, timeZone),
    meeting_before: endOf(given.meeting_before, timeZone),
    // Meetings of disabled and archived events still take place.
    event_include_disabled: given.event_include_disabled ?? 'true',
    event_include_archived: given.event_include_archived ?? 'true',
  }
}

function startOf(date: string | undefined, timeZone: string): string | undefined {
  if (date === undefined) return undefined
  return new Date(startOfDay(zoneTable(timeZone), parseDate(date))).toISOString()
}

function endOf(date: string | undefined, timeZone: string): string | undefined {
  if (date === undefined) return undefined
  return new Date(startOfDay(zoneTable(timeZone), parseDate(date) + 1) - 1).toISOString()
}
