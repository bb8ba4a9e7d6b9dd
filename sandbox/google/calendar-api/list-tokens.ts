import { invalid } from '../errors.ts'
import { isRecord } from '../fields.ts'
import type { Window } from './when.ts'

/** The position of a list. Page and sync tokens encode it, and clients treat them as opaque. */
export interface ListPosition {
  calendarId: string
  /** The database the list was read from. */
  store: string
  /** All pages show the calendar as of this change. */
  upTo: number
  /** An incremental list shows changes after this one. */
  since?: number
  window: Window
  /** When it was read, in epoch milliseconds. */
  at: number
  /** The reference time for open-ended recurrences, kept from the first full list on. */
  horizonFrom?: number
  /** The sort key of the last returned item. */
  after?: string
}

/** Encodes the position as a token. */
export function writeToken(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The position of a page token; 400 if it isn't valid for this calendar. */
export function readPageToken(token: string, calendarId: string): ListPosition {
  const position = readToken(token)
  if (position?.calendarId !== calendarId || position.after === undefined)
    throw invalid('Invalid page token value.', 'pageToken')
  return position
}

/** The position of a sync token; undefined if it isn't valid. */
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
