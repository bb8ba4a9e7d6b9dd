import { sitePages } from '../contract/pages.ts'

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
  subscription: '/subscription',
  subscriptionSuccess: '/subscription/success',
  subscriptionIntent: '/subscription/intent',
  subscriptionCancel: '/subscription/cancel',
  eventNotFound: '/event-not-found',
  eventNotAccepting: '/event-not-accepting',
  // Not part of this app: links lead there by a full load.
  ...sitePages,
} as const
