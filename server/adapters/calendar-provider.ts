import type { Interval } from '../../availability/interval.ts'
import type { CalendarProviderName, CalendarTrouble } from '../../contract/calendars/calendar-connections.ts'

/** What a calendar service such as Google Calendar implements. Nothing outside its own folder knows more about it. */
export interface CalendarProvider {
  /** Whether the OAuth scopes that a host granted cover what we do with their calendars. */
  hasRequiredScopes(granted: readonly string[]): boolean
  /** The path of our route that receives this provider's change notifications; null if it sends none. */
  webhookPath: string | null
  freshness: Freshness
  /** Opens the account behind a stored credential. Throws `CalendarError`, here and in every call of the account. */
  openAccount(credential: string, owner: CalendarOwner): Promise<CalendarAccount>
}

/** Whose calendars they are. */
export interface CalendarOwner {
  /** IANA name: where all-day entries are, if the calendar doesn't say. */
  timeZone: string
  /** Email addresses, which tell the host's answers to invitations from others'. */
  self: readonly string[]
}

/** A provider whose accounts hosts connect by typing something: a server and a password, or a URL. */
export interface TypedProvider<Input> extends CalendarProvider {
  /** Tries what was typed. Throws a `CalendarError` with the `trouble` that the host reads. */
  connect(input: Input): Promise<NewAccount>
}

/** A provider whose accounts have a username and a password. */
export interface PasswordProvider extends TypedProvider<CaldavInput> {
  /** What to type for the server behind a stored credential, whatever the host typed. */
  addressOf(credential: string): string
}

export interface CaldavInput {
  /** An address, or an email address or domain whose server DNS names. */
  server: string
  username: string
  password: string
}

export interface FeedInput {
  url: string
  /** Empty: the calendar's own. */
  name: string
}

export interface CalendarProviders extends Record<CalendarProviderName, CalendarProvider> {
  caldav: PasswordProvider
  ics: TypedProvider<FeedInput>
}

/** An account that could be opened. */
export interface NewAccount {
  /** Tells the provider's accounts apart, without revealing a secret. */
  account: string
  name: string
  /** The host name of its server. */
  server: string
  /** What to type to find it again, whatever was typed. Null if that is a secret. */
  address: string | null
  credential: string
  calendars: CalendarSummary[]
}

/** How often a provider's calendars are read. All in milliseconds. */
export interface Freshness {
  /** The interval of polling; null: the configured one. */
  pollMs: number | null
  /** Slots that are requested from a mirror older than this start a sync in the background. */
  refreshAfterMs: number
  /** A booking waits for a sync (2 s at most) if the mirror is older than this. */
  bookingAfterMs: number
}

export interface CalendarAccount {
  listCalendars(): Promise<CalendarSummary[]>
  /** Every entry in `range`, recurrences expanded. */
  listEntries(calendarId: string, range: Interval): Promise<EntryListing>
  /**
   * What changed since an earlier listing of `range`, or everything (`isFull`) if it can't tell; null if the provider
   * no longer accepts the sync token.
   */
  listChanges(calendarId: string, syncToken: string, range: Interval): Promise<EntryListing | null>
  /**
   * Creates or updates a booking's entry, without a video call if the calendar can't have one. Safe to repeat: the
   * entry's id is chosen by us. Leaves an entry alone that a later change was written to, and never takes effect after
   * one.
   */
  writeEntry(calendarId: string, entry: BookingEntry): Promise<CalendarEntry>
  /** Takes everyone but the host off an entry, and what was written about them. False if there is none. */
  anonymizeEntry(calendarId: string, entry: AnonymousEntry): Promise<boolean>
  /** A booking's entry, canceled if it is known that the host removed it; null if the calendar doesn't have it. */
  readEntry(calendarId: string, entryId: string): Promise<CalendarEntry | null>
  /** False if there is none, which is fine too. */
  removeEntry(calendarId: string, entryId: string): Promise<boolean>
  /** Asks the provider to notify `address` whenever the calendar changes. Of providers with a `webhookPath`. */
  openChannel?(calendarId: string, channel: NewChannel): Promise<OpenChannel>
  closeChannel?(channel: { id: string; resourceId: string }): Promise<void>
}

export interface CalendarSummary {
  id: string
  name: string
  isPrimary: boolean
  /** Whether bookings can be written to it. */
  isWritable: boolean
  /** Whether its entries can have the provider's video call. */
  hasVideoCalls: boolean
}

export interface EntryListing {
  /** Everything that is known about each entry: it replaces what an earlier listing said about the same id. */
  entries: CalendarEntry[]
  /** Whether these are all entries of the calendar, in an answer about changes. */
  isFull?: boolean
  /** Whether entries outside of the range are listed too, without busy times. */
  isComplete?: boolean
  /** IANA name of the calendar's own zone, which decides what its all-day entries cover. */
  timeZone: string
  /** Null if the provider can't list changes from here on. */
  syncToken: string | null
  /**
   * Entries that couldn't be read. Of one that is among `entries` too, not all times are known; what an earlier listing
   * said about the others stays.
   */
  unreadable?: UnreadableEntry[]
}

/** What is known of an entry that doesn't say when it takes place, or not when it repeats. */
export interface UnreadableEntry {
  id: string
  title: string
  /** `2027-03-04` */
  date: string | null
}

/** A time at which an entry keeps the host busy, unless the host lets entries of such a kind pass. */
export interface BusyTime extends Interval {
  isTentative: boolean
  isAllDay: boolean
  isOutOfOffice: boolean
}

/** One entry of a host's calendar, which can be a whole series. Instants are epoch milliseconds. */
export interface CalendarEntry {
  id: string
  /** RFC 5545: the same in every copy of the entry, in whatever calendar. */
  uid: string | null
  title: string
  isCanceled: boolean
  /** Null for all-day entries and series. */
  startAt: number | null
  /** Null for all-day entries and series. */
  endAt: number | null
  /** When it keeps the host busy. No two begin at once. */
  busy: BusyTime[]
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
  /** Plain text. Its last paragraph is the link to the booking, which stays if a provider takes only a part. */
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
 * Why a call failed. `revoked`: the grant is gone. `missing_scope`: it never covered this call. `api_disabled`: the
 * operator hasn't enabled the provider's API. `calendar_gone`: the account has no such calendar. `forbidden`: this
 * calendar may not be used so, for now. `rejected`: retrying can't help. `rate_limited`: refused for now, without
 * effect, because of too many calls. `unreachable`: retrying can help, and the call may have had its effect.
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

interface CalendarErrorDetails extends ErrorOptions {
  retryAfterMs?: number | undefined
  trouble?: CalendarTrouble | undefined
}

export class CalendarError extends Error {
  readonly reason: CalendarErrorReason
  /** How long the provider asks us to wait, in milliseconds, if it said so. */
  readonly retryAfterMs: number | undefined
  /** The text that the host reads, if more is known than the reason. */
  readonly trouble: CalendarTrouble | undefined

  constructor(reason: CalendarErrorReason, message: string, details: CalendarErrorDetails = {}) {
    const { retryAfterMs, trouble, ...options } = details
    super(message, options)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
    this.trouble = trouble
  }
}

/** The provider wasn't called at all, because earlier calls failed. It may be called after `retryAfterMs`. */
export class CallPostponed extends CalendarError {
  declare readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('unreachable', 'Not calling the provider, because earlier calls failed', { retryAfterMs })
  }
}
