import type { calendar_v3 } from '@googleapis/calendar'

export type StoredEvent = calendar_v3.Schema$Event & { id: string; etag: string }

/** Removed events have nothing but an id and their status. */
type ListedEvent = calendar_v3.Schema$Event & { id: string }

/**
 * A success without what Google promises: a proxy answered instead, or the answer was cut short. Nothing in it is used.
 */
export class BrokenAnswer extends Error {
  constructor(what: string) {
    super(`Google's response wasn't ${what}`)
  }
}

/**
 * One page of an event list: `kind`, `items` and `timeZone`, and a token for either the next page or the next changes.
 */
export function eventPage(data: unknown) {
  const { kind, items, timeZone, nextPageToken, nextSyncToken } = fieldsOf(data)
  const isPage =
    kind === 'calendar#events' &&
    Array.isArray(items) &&
    items.every((item) => isText(fieldsOf(item)['id'])) &&
    isText(timeZone) &&
    isText(nextPageToken) !== isText(nextSyncToken)
  if (!isPage) throw new BrokenAnswer('a page of events')
  return data as calendar_v3.Schema$Events & { items: ListedEvent[]; timeZone: string }
}

export function calendarPage(data: unknown) {
  const { kind, items } = fieldsOf(data)
  if (kind !== 'calendar#calendarList' || !Array.isArray(items)) throw new BrokenAnswer('a page of calendars')
  return data as calendar_v3.Schema$CalendarList & { items: calendar_v3.Schema$CalendarListEntry[] }
}

/** The event that was asked for or written, by its id. */
export function eventWithId(data: unknown, eventId: string): StoredEvent {
  const { kind, id, etag } = fieldsOf(data)
  if (kind !== 'calendar#event' || id !== eventId || !isText(etag))
    throw new BrokenAnswer('the requested event')
  return data as StoredEvent
}

export function channelWithId(data: unknown, channelId: string): calendar_v3.Schema$Channel {
  if (fieldsOf(data)['id'] !== channelId) throw new BrokenAnswer('the requested channel')
  return data as calendar_v3.Schema$Channel
}

const fieldsOf = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
