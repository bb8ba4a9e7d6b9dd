/**
 * Who acts on a booking. A guest is anyone with a link of their own, invited or not; the event is shared with a member.
 */
export const actorRoles = ['host', 'member', 'invitee', 'guest'] as const
export type ActorRole = (typeof actorRoles)[number]

/**
 * Whose link it is: an invited guest's, a recipient's of the shared page, or the calendar entry's, which only shows.
 */
export const guestLinkRoles = ['guest', 'recipient', 'calendar'] as const
export type GuestLinkRole = (typeof guestLinkRoles)[number]

/** What the history of a booking records. */
export const bookingActions = [
  'booked',
  'moved',
  'changed',
  'canceled',
  'invited',
  'shared',
  'removed',
  'erased',
] as const
export type BookingAction = (typeof bookingActions)[number]

/** The invitee's name once they erased their data. */
export const ERASED_NAME = 'Erased'

/** The id of a guest's own link in `removeGuest`. */
export const OWN_LINK = 'me'

/** `a…@example.com`: recognizable to the person who invited them, but no address to write to. */
export const maskedEmail = (email: string) => `${email[0]}…${email.slice(email.lastIndexOf('@'))}`

/** Who acts on a booking, as history and mails name them. */
export interface Actor {
  role: ActorRole
  /** A guest's or member's address; empty for host and invitee. */
  email: string
}
