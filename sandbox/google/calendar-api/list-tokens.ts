import { invalid } from '../errors.ts'
import { isRecord } from '../fields.ts'
import type { Window } from './when.ts'

/** Where a list stands. Page and sync tokens are this, encoded; clients treat them as opaque. */
export interface ListPosition {
  calendarId: string
  /** The database it was read from. */
  store: string
  /** The list shows the calendar as of this change, on every page. */
  upTo: number
  /** An increment shows what changed after this one. */
  since?: number
  window: Window
  /** When it was read, in milliseconds. */
  at: number
  /** Open-ended recurrences are counted from here; kept from the first full list on. */
  horizonFrom?: number
  /** The sort key of the last item already shown. */
  after?: string
}

/** The position as a token. */
export function writeToken(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The position of a page token; 400 where it is none for this calendar. */
export function readPageToken(token: string, calendarId: string): ListPosition {
  const position = readToken(token)
  if (position?.calendarId !== calendarId || position.after === undefined)
    throw invalid('Invalid page token value.', 'pageToken')
  return position
}

/** The position of a sync token, or undefined where it is none. */
export function readSyncToken(token: string): ListPosition | undefined {
  const position = readToken(token)
  return position?.after === undefined ? position : undefined
}

function readToken(token: string): ListPosition | undefined {
  try {
    const value: ListPosition = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (!isRecord(value) || !isRecord(value.window)) return undefined
    const complete = typeof value.calendarId === 'string' && typeof value.upTo === 'number'
    return complete && typeof value.at === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
