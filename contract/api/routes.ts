/**
 * The method and path of every call. Free of schemas so that the invitee's page can call the API without loading
 * them.
 */
export const BASE_PATH = '/api/webapp'

/** The header that every call under `BASE_PATH` must have. */
export const CLIENT_HEADER = { name: 'x-boomtime-client', value: 'webapp' } as const

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** A second method with the same behavior. */
  alias?: 'PUT'
  /** The media type and name if the response is a streamed file instead of JSON. */
  file?: { type: string; name: string }
}

/**
 * The calls of the invitee's pages, listed separately so that those pages contain no others. `{name}` is a path
 * parameter.
 */
export const inviteeRoutes = {
  getPublicEvent: { method: 'GET', path: '/boomEvents/book/{bookingUrlId}' },
  getEvent: { method: 'GET', path: '/boomEvents/{id}' },
  listSlots: { method: 'GET', path: '/boomEvents/{id}/slots' },
  explainSlot: { method: 'GET', path: '/boomEvents/{id}/slots/explain' },
  createBooking: { method: 'POST', path: '/boomEventsBookings' },
  updateBooking: { method: 'PUT', path: '/boomEventsBookings/{id}' },
  cancelBooking: { method: 'PUT', path: '/boomEventsBookings/{id}/cancel' },
  inviteUsers: { method: 'POST', path: '/boomEventsBookings/{id}/inviteUsers' },
  shareBooking: { method: 'POST', path: '/boomEventsBookings/{id}/sendBookingConfirmationPageEmail' },
  removeGuest: { method: 'DELETE', path: '/boomEventsBookings/{id}/guests/{guestId}' },
  erasePersonalData: { method: 'DELETE', path: '/boomEventsBookings/{id}/personalData' },
  getClientAddress: { method: 'GET', path: '/client/ip' },
  getBooking: { method: 'GET', path: '/boomEventsBookings/{id}' },
  listTimezones: { method: 'GET', path: '/timezones' },
} as const satisfies Record<string, Route>

/** All calls. Paths are relative to `BASE_PATH`. */
export const routes = {
  getMeta: { method: 'GET', path: '/meta' },
  getStateToken: { method: 'GET', path: '/auth/google/stateToken' },
  signIn: { method: 'POST', path: '/auth/google/oauth2Callback' },
  getUser: { method: 'GET', path: '/auth/user' },
  logout: { method: 'POST', path: '/auth/logout' },
  getSettings: { method: 'GET', path: '/account/settings' },
  updateSettings: { method: 'PUT', path: '/account/settings' },
  getHandle: { method: 'GET', path: '/account/handle' },
  countExpiringBookings: { method: 'GET', path: '/account/expiringBookings' },
  listSessions: { method: 'GET', path: '/account/sessions' },
  endOtherSessions: { method: 'DELETE', path: '/account/sessions' },
  endSession: { method: 'DELETE', path: '/account/sessions/{id}' },
  listTokens: { method: 'GET', path: '/account/tokens' },
  revokeToken: { method: 'DELETE', path: '/account/tokens/{id}' },
  authorizeClient: { method: 'POST', path: '/account/authorizations' },
  listActivity: { method: 'GET', path: '/account/activity' },
  exportAccount: {
    method: 'GET',
    path: '/account/export',
    file: { type: 'application/zip', name: 'boomtime.zip' },
  },
  deleteAccount: { method: 'DELETE', path: '/account' },
  getCalendar: { method: 'GET', path: '/calendar' },
  listCalendars: { method: 'GET', path: '/calendars' },
  listBusyTimes: { method: 'GET', path: '/calendars/busy' },
  getCalendarHealth: { method: 'GET', path: '/calendars/health' },
  listConnections: { method: 'GET', path: '/calendars/connections' },
  authorizeConnection: { method: 'POST', path: '/calendars/connections/authorization' },
  connectCalendars: { method: 'POST', path: '/calendars/connections' },
  updateConnection: { method: 'PUT', path: '/calendars/connections/{id}' },
  disconnectCalendars: { method: 'DELETE', path: '/calendars/connections/{id}' },
  refreshConnection: { method: 'POST', path: '/calendars/connections/{id}/refresh' },
  dryRunConnection: { method: 'GET', path: '/calendars/connections/{id}/dryRun' },
  replaceCalendar: { method: 'PUT', path: '/calendars/{id}/replacement' },
  updateCalendarCheck: { method: 'PUT', path: '/calendars/{id}/check' },
  listEvents: { method: 'GET', path: '/boomEvents' },
  createEvent: { method: 'POST', path: '/boomEvents' },
  previewEvent: { method: 'POST', path: '/boomEvents/preview' },
  updateEvent: { method: 'PUT', path: '/boomEvents/{id}' },
  deleteEvent: { method: 'DELETE', path: '/boomEvents/{id}' },
  updateEventAddress: { method: 'PUT', path: '/boomEvents/{id}/address' },
  cancelEvent: { method: 'POST', path: '/boomEvents/{id}/cancel' },
  listEventShares: { method: 'GET', path: '/boomEvents/{id}/shares' },
  shareEvent: { method: 'POST', path: '/boomEvents/{id}/shares' },
  changeEventShare: { method: 'PUT', path: '/boomEvents/{id}/shares/{userId}' },
  unshareEvent: { method: 'DELETE', path: '/boomEvents/{id}/shares/{userId}' },
  listEventLinks: { method: 'GET', path: '/boomEvents/{id}/links' },
  createEventLink: { method: 'POST', path: '/boomEvents/{id}/links' },
  restoreEventLink: { method: 'PUT', path: '/boomEvents/{id}/links/{linkId}' },
  deleteEventLink: { method: 'DELETE', path: '/boomEvents/{id}/links/{linkId}' },
  listSharedEvents: { method: 'GET', path: '/sharedEvents' },
  listBookings: { method: 'GET', path: '/boomEventsBookings' },
  exportBookings: {
    method: 'GET',
    path: '/boomEventsBookings/export.csv',
    file: { type: 'text/csv', name: 'bookings.csv' },
  },
  listZoneChanges: { method: 'GET', path: '/boomEventsBookings/zoneChanges' },
  decideZoneChanges: { method: 'PUT', path: '/boomEventsBookings/zoneChanges' },
  fillPostBookingFields: { method: 'PUT', path: '/boomEventsBookings/{id}/postBookingFields' },
  getSubscription: { method: 'GET', path: '/account/subscription/status' },
  createCheckoutSession: { method: 'POST', path: '/account/subscription/checkoutSession' },
  createPortalSession: { method: 'POST', path: '/account/subscription/portalSession' },
  cancelSubscription: { method: 'PUT', path: '/account/subscription/cancel' },
  switchToYearly: { method: 'PUT', path: '/account/subscription/switchToYearly' },
  revokeCancellation: { method: 'PUT', path: '/account/subscription/revokeCancellation' },
  getDashboard: { method: 'GET', path: '/dashboard' },
  getAnalytics: { method: 'GET', path: '/analytics' },
  listCollections: { method: 'GET', path: '/customfieldscollections' },
  createCollection: { method: 'POST', path: '/customfieldscollections' },
  getCollection: { method: 'GET', path: '/customfieldscollections/{id}' },
  updateCollection: { method: 'POST', path: '/customfieldscollections/{id}', alias: 'PUT' },
  deleteCollection: { method: 'DELETE', path: '/customfieldscollections/{id}' },
  shareCollection: { method: 'POST', path: '/customfieldscollections/{id}/shares' },
  unshareCollection: { method: 'DELETE', path: '/customfieldscollections/{id}/shares/{userId}' },
  listLabels: { method: 'GET', path: '/labels' },
  createLabel: { method: 'POST', path: '/labels' },
  orderLabels: { method: 'PUT', path: '/labels/order' },
  updateLabel: { method: 'PUT', path: '/labels/{id}' },
  countLabelUses: { method: 'GET', path: '/labels/{id}/uses' },
  deleteLabel: { method: 'DELETE', path: '/labels/{id}' },
  listSchedules: { method: 'GET', path: '/schedules' },
  createSchedule: { method: 'POST', path: '/schedules' },
  getSchedule: { method: 'GET', path: '/schedules/{id}' },
  updateSchedule: { method: 'PUT', path: '/schedules/{id}' },
  previewSchedule: { method: 'POST', path: '/schedules/{id}/preview' },
  deleteSchedule: { method: 'DELETE', path: '/schedules/{id}' },
  listHolidayCountries: { method: 'GET', path: '/holidays' },
  listHolidays: { method: 'GET', path: '/holidays/{country}' },
  labelBookings: { method: 'PUT', path: '/boomEventsBookings/labels' },
  labelEvents: { method: 'PUT', path: '/boomEvents/labels' },
  labelCollections: { method: 'PUT', path: '/customfieldscollections/labels' },
  ...inviteeRoutes,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** The calls that no host makes as themselves, so they need no session. */
export const openRoutes: ReadonlySet<RouteName> = new Set([
  'getMeta',
  'getStateToken',
  'signIn',
  'getPublicEvent',
  'erasePersonalData',
  'getClientAddress',
  'listTimezones',
])
