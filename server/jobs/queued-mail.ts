import type { Actor } from '../../contract/bookings/booking-actors.ts'

export type MailKind =
  | 'booked'
  | 'changed'
  | 'readdressed'
  | 'canceled'
  | 'reminder'
  | 'invited'
  | 'shared'
  | 'linked'
  | 'linkFailed'

/** Who a mail is for: the two who meet, an invited guest, or a recipient of the shared confirmation page. */
export type MailRole = 'invitee' | 'host' | 'guest' | 'recipient'

/** A digest of what each changed detail was before, by the detail's name or the id of an answer's field. */
export type ChangedDetails = Readonly<Record<string, string>>

/** A mail about a booking. Times and sequence are the booking's when the mail was queued, whatever changed since. */
export interface QueuedMail {
  bookingId: string
  kind: MailKind
  role: MailRole
  /** Empty for the host: the address they have when it is sent. */
  to: string
  /** Epoch milliseconds. */
  startAt: number
  endAt: number
  sequence: number
  /** What the sender wrote: the reason of a cancellation, or the message of a share. */
  message: string
  /** The last start that the recipient heard about; null if it is still the same. */
  previousStartAt: number | null
  /** Who made the change; unknown in mails that an earlier version queued. */
  by?: Actor
  /** What changed apart from the start (`changedDetails`). Missing in older jobs. */
  changed?: ChangedDetails
  /**
   * Of a change: whether it is sent even if everything ends up the same, because there is other news, such as the link
   * of a video call, or because it replaces an email that may have arrived. Missing in older jobs.
   */
  hasNewDetails?: boolean
  /** Of the link of a video call: whether it replaces one that was sent before. */
  isReplacement?: boolean
}

/** A mail about something that is shared with somebody. It contains no address, because it may outlast the share. */
export interface QueuedShareMail {
  what: 'event' | 'collection'
  /** The id of the event or the collection. */
  id: string
  /** Whom it is shared with. They may be given it again before the mail is sent, so it isn't the share's id. */
  emailHash: string
}
