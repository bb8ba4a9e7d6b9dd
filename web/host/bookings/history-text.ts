import type { BookingAnswer } from '../../../contract/booking.schema.ts'

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

/** `Moved by guest ann@example.com`, `Invited ann@example.com by the invitee` */
export function historyText({ action, by, byEmail, emails }: Step): string {
  // A guest who left removed themselves.
  if (action === 'removed' && by === 'guest') return `Guest ${byEmail} left`
  const who = { host: 'you', invitee: 'the invitee', guest: byEmail ? `guest ${byEmail}` : 'a guest' }[by]
  const whom = emails.length > 0 ? ` ${emails.join(', ')}` : ''
  return `${actions[action]}${whom} by ${who}`
}
