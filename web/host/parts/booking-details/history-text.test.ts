import { expect, test } from 'vitest'
import { historyText } from './history-text.ts'

const step = { id: '1', at: '2027-01-04T15:00:00.000Z', byEmail: null, emails: [] }
const guest = { by: 'guest', byEmail: 'ann@example.com' } as const

test.each([
  [{ ...step, action: 'booked', by: 'invitee' }, 'Booked by the invitee'],
  [
    { ...step, action: 'booked', by: 'invitee', emails: ['cy@example.com', 'di@example.com'] },
    'Booked with cy@example.com, di@example.com by the invitee',
  ],
  [{ ...step, ...guest, action: 'moved' }, 'Moved by guest ann@example.com'],
  [{ ...step, action: 'canceled', by: 'host' }, 'Canceled by you'],
  [
    { ...step, action: 'moved', by: 'member', byEmail: 'max@example.com' },
    'Moved by team member max@example.com',
  ],
  [{ ...step, action: 'canceled', by: 'guest' }, 'Canceled by a guest'],
  [
    { ...step, action: 'invited', by: 'host', emails: ['cy@example.com', 'di@example.com'] },
    'Invited cy@example.com, di@example.com by you',
  ],
  [
    { ...step, action: 'removed', by: 'invitee', emails: ['cy@example.com'] },
    'Removed cy@example.com by the invitee',
  ],
  [{ ...step, ...guest, action: 'removed', emails: ['ann@example.com'] }, 'Guest ann@example.com left'],
  // The invitee erased the addresses.
  [{ ...step, action: 'moved', by: 'member' }, 'Moved by a team member'],
  [{ ...step, action: 'removed', by: 'guest' }, 'A guest left'],
] as const)('names who acted: %j', (given, text) => {
  expect(historyText({ ...given, emails: [...given.emails] })).toBe(text)
})

test('names the host to their team', () => {
  expect(historyText({ ...step, action: 'canceled', by: 'host' }, 'Maya Lindqvist')).toBe(
    'Canceled by Maya Lindqvist',
  )
})
