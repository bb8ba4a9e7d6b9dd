import type { Entry } from './entry.ts'
import { ApiError, invalid } from '../errors.ts'
import { isRecord, text, texts } from '../fields.ts'
import type { Window } from './when.ts'
import { parseTimestamp } from './when.ts'

/** Filters that exclude a sync token, in requests and responses. */
const RESTRICTIONS = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'updatedMin',
]
const MAX_UPDATED_MIN_AGE = 28 * 86_400_000

/** A validated `events.list` query. */
export interface ListQuery {
  syncToken: string | undefined
  window: Window
  singleEvents: boolean
  showDeleted: boolean
  maxResults: number
  orderBy: string | undefined
  /** Whether the last page has a sync token. */
  syncable: boolean
  filters: {
    iCalUID?: string
    q?: string
    updatedMin?: number
    private: string[]
    shared: string[]
    types: string[]
  }
}

/** Parses an `events.list` query; 400 for what Google rejects, 410 for an `updatedMin` that is too old. */
export function parseListQuery(query: unknown, now: number): ListQuery {
  const given = (name: string): boolean => text(query, name) !== undefined
  const syncToken = text(query, 'syncToken')
  const restricted = RESTRICTIONS.some(given)
  if (syncToken !== undefined) {
    if (restricted || given('timeMin') || given('timeMax') || text(query, 'showDeleted') === 'false') {
      throw restrictedSync()
    }
  }
  const orderBy = text(query, 'orderBy')
  const singleEvents = text(query, 'singleEvents') === 'true'
  if (orderBy !== undefined && orderBy !== 'startTime' && orderBy !== 'updated')
    throw invalid('Bad Request', 'orderBy')
  if (orderBy === 'startTime' && !singleEvents) {
    throw invalid('The requested ordering is not available for the particular query.', 'orderBy')
  }
  return {
    syncToken,
    window: parseWindow(query),
    singleEvents,
    showDeleted: text(query, 'showDeleted') === 'true',
    maxResults: parseMaxResults(text(query, 'maxResults')),
    orderBy,
    syncable: !restricted,
    filters: parseFilters(query, now),
  }
}

/** Whether an item passes the filters of a full list. */
export function filteredBy({ filters }: ListQuery, item: Entry): boolean {
  const { extendedProperties } = item
  const has = (kind: 'private' | 'shared') => (wanted: string) => {
    const properties = isRecord(extendedProperties) ? extendedProperties[kind] : undefined
    const at = wanted.indexOf('=')
    return isRecord(properties) && properties[wanted.slice(0, at)] === wanted.slice(at + 1)
  }
  const words = [
    item.summary,
    item.description,
    item.location,
    ...(item.attendees ?? []).map(({ email }) => email),
  ]
  return (
    (filters.iCalUID === undefined || item.iCalUID === filters.iCalUID) &&
    (filters.q === undefined || words.join(' ').toLowerCase().includes(filters.q.toLowerCase())) &&
    (filters.updatedMin === undefined || Date.parse(item.updated) >= filters.updatedMin) &&
    (filters.types.length === 0 || filters.types.includes(item.eventType)) &&
    filters.private.every(has('private')) &&
    filters.shared.every(has('shared'))
  )
}

function parseFilters(query: unknown, now: number): ListQuery['filters'] {
  const updated = text(query, 'updatedMin')
  const updatedMin = updated === undefined ? undefined : parseTimestamp(updated, 'updatedMin')
  if (updatedMin !== undefined && now - updatedMin > MAX_UPDATED_MIN_AGE) {
    const message = 'The requested minimum modification time lies too far in the past.'
    throw new ApiError(410, 'updatedMinTooLongAgo', message, {
      domain: 'calendar',
      locationType: 'parameter',
      location: 'updatedMin',
    })
  }
  const [iCalUID, q] = [text(query, 'iCalUID'), text(query, 'q')]
  return {
    ...(iCalUID === undefined ? {} : { iCalUID }),
    ...(q === undefined ? {} : { q }),
    ...(updatedMin === undefined ? {} : { updatedMin }),
    private: texts(query, 'privateExtendedProperty'),
    shared: texts(query, 'sharedExtendedProperty'),
    types: texts(query, 'eventTypes'),
  }
}

function parseWindow(query: unknown): Window {
  const [min, max] = (['timeMin', 'timeMax'] as const).map((name) => {
    const value = text(query, name)
    return value === undefined ? undefined : parseTimestamp(value, name)
  })
  if (min !== undefined && max !== undefined && max <= min) {
    throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.', {
      domain: 'calendar',
      locationType: 'parameter',
      location: 'timeMax',
    })
  }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

function parseMaxResults(value: string | undefined): number {
  if (value === undefined) return 250
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw invalid('Invalid value for maxResults.', 'maxResults')
  return Math.min(Number(value), 2500)
}

function restrictedSync(): ApiError {
  const message = 'Sync token cannot be used with other request restrictions.'
  return new ApiError(400, 'syncTokenWithRequestRestrictions', message, { domain: 'calendar' })
}
