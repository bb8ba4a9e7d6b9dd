import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'

type HeldMails = BookingAnswer['bookingData']['heldMails']

const MAX_NAMED = 3

/** What the host reads about emails that wait for room in an allowance, and about those that were given up. */
export function heldMailTexts(mails: HeldMails): string[] {
  const names = (isWaiting: boolean) =>
    mails.filter((mail) => mail.isWaiting === isWaiting).map(({ email }) => email)
  const [waiting, givenUp] = [names(true), names(false)]
  return [
    ...(waiting.length > 0
      ? [
          `We haven’t emailed ${listed(waiting)} yet, because a limit on emails to new people was reached. We’ll email them once the limit allows it, unless the meeting starts first.`,
        ]
      : []),
    ...(givenUp.length > 0
      ? [
          `We didn’t email ${listed(givenUp)} about this booking, because a limit on emails to new people was reached. Please write to them yourself.`,
        ]
      : []),
  ]
}

function listed(emails: readonly string[]): string {
  const others = emails.length - MAX_NAMED
  const named = others > 1 ? [...emails.slice(0, MAX_NAMED), `${others} others`] : emails
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
