/** What a caller may do (OAuth scopes). A signed-in host has all of them. */
export const scopes = [
  'events:read',
  'slots:read',
  'bookings:read',
  'bookings:write',
  'private-fields:read',
  'private-fields:write',
] as const

export type Scope = (typeof scopes)[number]

/** What each one allows, as the host who is asked reads it. */
export const scopeTexts: Record<Scope, string> = {
  'events:read': 'See your events and their links',
  'slots:read': 'See when your events can be booked',
  'bookings:read': 'See your bookings, with invitees and answers',
  'bookings:write': 'Change, move, cancel and label bookings, and invite people',
  'private-fields:read': 'Read your private notes',
  'private-fields:write': 'Fill in your private notes',
}
