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
export const maskedEmail = (email: string) => masked(email, 1)

const masked = (email: string, length: number) =>
  `${email.slice(0, length)}…${email.slice(email.lastIndexOf('@'))}`

/**
 * The masked addresses of people in one booking, in the order they were invited, so that each can be told from the
 * others: `an…@example.com` and `al…@example.com`. Where that takes more than a few letters, they are numbered.
 */
export function maskedEmails(emails: readonly string[]): Map<string, string> {
  const all = [...new Set(emails)]
  const counts = new Map<string, number>()
  return new Map(
    all.map((email) => {
      const text = masked(email, tellingLength(email, all))
      const count = (counts.get(text) ?? 0) + 1
      counts.set(text, count)
      return [email, count === 1 ? text : `${text} (${count})`]
    }),
  )
}

/**
 * An invitee could invite guests to find out, letter by letter, how the address of one whom the host invited goes on.
 */
const MOST_SHOWN = 3

/** How much of an address tells it from as many others as possible without showing the whole name. */
function tellingLength(email: string, all: readonly string[]): number {
  const at = email.lastIndexOf('@')
  const longest = Math.max(1, Math.min(at - 1, MOST_SHOWN))
  const countAlike = (length: number) =>
    all.filter((other) => other.endsWith(email.slice(at)) && other.startsWith(email.slice(0, length))).length
  const fewest = countAlike(longest)
  let length = 1
  while (countAlike(length) > fewest) length++
  return length
}

/** Who acts on a booking, as history and mails name them. */
export interface Actor {
  role: ActorRole
  /** A guest's or member's address; empty for host and invitee. */
  email: string
}
