/** Address of every screen, as the router's patterns. A screen that links to another takes it from here. */
export const paths = {
  landing: '/',
  pricing: '/pricing',
  signIn: '/signin',
  authCallback: '/auth/callback',
  dashboard: '/dashboard',
  events: '/events',
  createEvent: '/events/create',
  editEvent: '/events/edit/$eventId',
  eventNotFound: '/event-not-found',
  eventNotAccepting: '/event-not-accepting',
  // Screens still to come: the 404 page answers for them.
  bookings: '/bookings',
  customFields: '/custom-fields',
  profile: '/profile',
  subscription: '/subscription',
  settings: '/settings',
  help: '/help',
} as const
