import type { When } from './when.ts'

/** A calendar entry in the format of the Calendar API's event resource. */
export interface Entry {
  id: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  summary?: string
  start: When
  end: When
  /** The RRULE and EXDATE lines of a recurring entry. */
  recurrence?: string[]
  /** Set on an instance of a recurring entry that was changed or deleted separately. */
  recurringEventId?: string
  originalStartTime?: When
  attendees?: Attendee[]
  eventType: string
  transparency?: string
  sequence: number
  created: string
  updated: string
  etag: string
  [field: string]: unknown
}

/** A person invited to an entry; `self` marks the owner of the calendar. */
export interface Attendee {
  email: string
  responseStatus: string
  self?: boolean
  [field: string]: unknown
}

/** A calendar's entries by id. */
export type Entries = ReadonlyMap<string, Entry>
