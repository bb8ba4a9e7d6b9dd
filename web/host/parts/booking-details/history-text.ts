import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'

type Step = BookingAnswer['bookingData']['history'][number]

const actions = {
  booked: 'Booked',
  moved: 'Moved',
  changed: 'Changed',
  canceled: 'Canceled',
  invited: 'Invited',
  shared: 'Shared with',
  removed: 'Removed',
  erased: 'Personal data erased',
} as const

/**
 * `Moved by guest ann@example.com`, `Invited ann@example.com by the invitee`. `hostName`: who the host is, `you` to
 * themselves. Addresses are null once the invitee has erased them.
 */
export function historyText({ action, by, byEmail, emails }: Step, hostName = 'you'): string {
  // A guest who left removed themselves.
  if (action === 'removed' && by === 'guest') return byEmail ? `Guest ${byEmail} left` : 'A guest left'
  const who = {
    host: hostName,
    member: byEmail ? `team member ${byEmail}` : 'a team member',
    invitee: 'the invitee',
    guest: byEmail ? `guest ${byEmail}` : 'a guest',
  }[by]
  const whom = emails.length > 0 ? ` ${emails.join(', ')}` : ''
  const what = action === 'booked' && whom ? 'Booked with' : actions[action]
  return `${what}${whom} by ${who}`
}
