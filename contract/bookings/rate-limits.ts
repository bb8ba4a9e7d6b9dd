import { MINUTE } from '../../availability/units.ts'

/**
 * What one IP address may do in an hour: bookings, changes, cancellations and emails that succeed. Hosts have no such
 * limit on their own bookings.
 */
export const MAX_ATTEMPTS_PER_HOUR = 100

/**
 * Tries to book an event or change its bookings from one IP address in an hour, whatever came of them. An office or a
 * carrier's customers share an address, so each of a hundred bookings may be refused four times first: enough to find a
 * time, too few to learn whose bookings there are by trying addresses.
 */
export const MAX_TRIES_PER_HOUR = 500

/** `time`: when the next attempt is allowed, in the viewer's format. */
export const tooManyAttempts = (time: string) => `Too many booking attempts. Please try again after ${time}.`

export const tooManyTries = (time: string) =>
  `There were too many attempts to book this event from your network. Please try again after ${time}, or use another connection, such as mobile data.`

/**
 * On whose account somebody is emailed who didn't ask for it. None uses up another's allowance: an invitee's guests
 * never keep the host from booking for somebody, or another invitee from correcting their address. `guests`: invited or
 * shown the page by the invitee or a guest. `corrections`: the invitee's own new address. `host`: brought into a
 * booking by the host, in any way. `shares`: the host shares an event or a collection with them.
 */
export type Allowance = BookingAllowance | 'shares'
export type BookingAllowance = 'guests' | 'corrections' | 'host'

export interface AllowanceLimits {
  /** Different addresses in 24 hours, from one host: during the account's first 24 hours, and later. */
  perDayOfNewHost: number
  perDayOfHost: number
  /** Emails to one address, in the 24 hours that begin with the first. */
  mailsFromHost: number
  mailsFromAllHosts: number
}

interface BookingAllowanceLimits extends AllowanceLimits {
  /** Different addresses over a booking's lifetime. */
  addressesPerBooking: number
}

/**
 * Limits on emails to people who didn't ask for them. Together, they allow an address 70 of them a day from an installation.
 * - Thirty guests are a large meeting.
 * - A host who signed up today may be a spammer: twenty addresses are a first day's meetings. Two hundred later are a busy team's.
 * - Ten emails from one host are a week's meetings booked in one day. Other hosts have ten more, so that nobody who
 *   writes to an address through one host keeps the others from reaching it.
 * - Five new addresses are more typos than anybody makes. A day's limit for a host would let one invitee use up the others',
 *   and each correction counts as a booking of its IP address.
 * - Ten shares are all that a new colleague needs on their first day.
 */
export const allowances: Readonly<
  Record<BookingAllowance, BookingAllowanceLimits> & { shares: AllowanceLimits }
> = {
  guests: {
    addressesPerBooking: 30,
    perDayOfNewHost: 20,
    perDayOfHost: 200,
    mailsFromHost: 10,
    mailsFromAllHosts: 20,
  },
  corrections: {
    addressesPerBooking: 5,
    perDayOfNewHost: Infinity,
    perDayOfHost: Infinity,
    mailsFromHost: 5,
    mailsFromAllHosts: 10,
  },
  host: {
    addressesPerBooking: 30,
    perDayOfNewHost: 20,
    perDayOfHost: 200,
    mailsFromHost: 10,
    mailsFromAllHosts: 20,
  },
  shares: { perDayOfNewHost: 20, perDayOfHost: 200, mailsFromHost: 10, mailsFromAllHosts: 20 },
}

/** A change that isn't in the host's calendar by then is late. Usually it takes a second. */
export const ENTRY_LATE_AFTER_MS = MINUTE
