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
