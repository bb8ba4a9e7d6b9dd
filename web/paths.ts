/** Pages that are not part of this app: links lead there by a full load. */
const outside = { landing: '/' } as const

/** Screens still to come, which the router does not know yet: the 404 page answers for them. */
const toCome: Record<'pricing' | 'subscription', string> = {
  pricing: '/pricing',
  subscription: '/subscription',
}

/** Address of every screen, as the router's patterns. A screen that links to another takes it from here. */
export const paths = {
  signIn: '/signin',
  authCallback: '/auth/callback',
  dashboard: '/dashboard',
  events: '/events',
  createEvent: '/events/create',
  editEvent: '/events/edit/$eventId',
  bookings: '/bookings',
  customFields: '/custom-fields',
  createCollection: '/custom-fields/create',
  editCollection: '/custom-fields/edit/$collectionId',
  settings: '/settings',
  profile: '/profile',
  help: '/help',
  faq: '/faq',
  eventNotFound: '/event-not-found',
  eventNotAccepting: '/event-not-accepting',
  ...outside,
  ...toCome,
} as const
