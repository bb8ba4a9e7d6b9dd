/** Screens still to come, which the router does not know yet: the 404 page answers for them. */
const toCome: Record<
  'pricing' | 'bookings' | 'customFields' | 'profile' | 'subscription' | 'settings' | 'help',
  string
> = {
  pricing: '/pricing',
  bookings: '/bookings',
  customFields: '/custom-fields',
  profile: '/profile',
  subscription: '/subscription',
  settings: '/settings',
  help: '/help',
}

/** Address of every screen, as the router's patterns. A screen that links to another takes it from here. */
export const paths = {
  landing: '/',
  signIn: '/signin',
  authCallback: '/auth/callback',
  dashboard: '/dashboard',
  events: '/events',
  createEvent: '/events/create',
  editEvent: '/events/edit/$eventId',
  eventNotFound: '/event-not-found',
  eventNotAccepting: '/event-not-accepting',
  ...toCome,
} as const
