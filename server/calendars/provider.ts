import type { Interval } from '../../availability/interval.ts'

/** What a calendar service such as Google Calendar implements. Nothing outside its own folder knows more about it. */
export interface CalendarProvider {
  /** Whether the OAuth scopes that a host granted cover what we do with their calendars. */
  hasRequiredScopes(granted: readonly string[]): boolean
  /** The path of our route that receives this provider's change notifications. */
  webhookPath: string
  /** Opens the account behind a stored credential. Throws `CalendarError`, here and in every call of the account. */
  openAccount(credential: string): Promise<CalendarAccount>
}

export interface CalendarAccount {
  /** Calendars the host can write to. */
  listCalendars(): Promise<CalendarSummary[]>
  /** Every entry in `range`, recurrences expanded. */
  listEntries(calendarId: string, range: Interval): Promise<EntryListing>
  /** What changed since an earlier listing; null if the provider no longer accepts its sync token. */
  listChanges(calendarId: string, syncToken: string): Promise<EntryListing | null>
  /**
   * Creates or updates a booking's entry, without a video call if the calendar can't have one. Safe to repeat: the entry's id
   * is chosen by us. Leaves an entry alone that a later change was written to, and never takes effect after one.
   */
  writeEntry(calendarId: string, entry: BookingEntry): Promise<CalendarEntry>
  /** Takes everyone but the host off an entry, and what was written about them. False if there is none. */
  anonymizeEntry(calendarId: string, entry: AnonymousEntry): Promise<boolean>
  /** A booking's entry; null if the calendar doesn't have it. */
  readEntry(calendarId: string, entryId: string): Promise<CalendarEntry | null>
  /** False if there is none, which is fine too. */
  removeEntry(calendarId: string, entryId: string): Promise<boolean>
  /** Asks the provider to notify `address` whenever the calendar changes. */
  openChannel(calendarId: string, channel: NewChannel): Promise<OpenChannel>
  closeChannel(channel: { id: string; resourceId: string }): Promise<void>
}

export interface CalendarSummary {
  id: string
  name: string
  isPrimary: boolean
  /** Whether its entries can have the provider's video call. */
  hasVideoCalls: boolean
}

export interface EntryListing {
  entries: CalendarEntry[]
  /** IANA name of the calendar's own zone, which decides what its all-day entries cover. */
  timeZone: string
  /** Null if the provider can't list changes from here on. */
  syncToken: string | null
}

/** One entry of a host's calendar. Instants are epoch milliseconds. */
export interface CalendarEntry {
  id: string
  isCanceled: boolean
  /** Null for all-day entries. */
  startAt: number | null
  /** Null for all-day entries. */
  endAt: number | null
  /** When it keeps the host busy; null if it doesn't. */
  busy: Interval | null
  /** The booking's sequence when we last wrote the entry; null if it doesn't carry one. */
  bookingSequence: number | null
  /** Link to its video call. */
  conferenceUrl: string | null
  /** Whether the calendar couldn't create the video call that we asked for. */
  hasFailedConference: boolean
}

/** What is left of a booking's entry once its invitee has erased their data. The texts are plain. */
export interface AnonymousEntry {
  id: string
  title: string
  description: string
  sequence: number
}

/** A booking as its host's calendar shows it. */
export interface BookingEntry {
  id: string
  bookingId: string
  title: string
  /** Plain text. */
  description: string
  /** Empty if there is none. */
  location: string
  startAt: number
  endAt: number
  timeZone: string
  invitee: { name: string; email: string }
  guests: readonly string[]
  /** Addresses to take off the entry, if they are on it. */
  formerGuests: readonly string[]
  /** Whether the meeting takes place in the provider's video call, and the link to it if it exists. */
  conference: { isWanted: boolean; url: string | null }
  /** How often the booking changed; a repeated write has the same number. */
  sequence: number
  /** True until a write has succeeded. */
  isNew: boolean
}

export interface NewChannel {
  id: string
  /** Sent back with each notification. */
  token: string
  address: string
}

export interface OpenChannel {
  resourceId: string | null
  /** Epoch milliseconds. */
  expiresAt: number
}

/**
 * Why a call failed. `revoked`: the grant is gone. `missing_scope`: it never covered this call. `api_disabled`: the operator hasn't
 * enabled the provider's API. `calendar_gone`: the account has no such calendar. `forbidden`: this calendar may not be used so, for now. `rejected`: retrying can't help. `rate_limited`:
 * refused for now, without effect, because of too many calls. `unreachable`: retrying can help, and the call may have had its effect.
 */
export type CalendarErrorReason =
  | 'revoked'
  | 'missing_scope'
  | 'api_disabled'
  | 'calendar_gone'
  | 'forbidden'
  | 'rejected'
  | 'rate_limited'
  | 'unreachable'

export class CalendarError extends Error {
  readonly reason: CalendarErrorReason
  /** How long the provider asks us to wait, in milliseconds, if it said so. */
  readonly retryAfterMs: number | undefined

  constructor(
    reason: CalendarErrorReason,
    message: string,
    { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** The provider wasn't called at all, because earlier calls failed. It may be called after `retryAfterMs`. */
export class CallPostponed extends CalendarError {
  declare readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('unreachable', 'Not calling the provider, because earlier calls failed', { retryAfterMs })
  }
}
