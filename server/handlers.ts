import { countExpiringBookings } from './account/count-expiring-bookings.ts'
import { deleteAccount } from './account/delete-account.ts'
import { exportAccount } from './account/export-account.ts'
import { getSettings } from './account/get-settings.ts'
import { listActivity } from './account/list-activity.ts'
import { updateSettings } from './account/update-settings.ts'
import { getAnalytics } from './overview/get-analytics.ts'
import { endOtherSessions } from './auth/end-other-sessions.ts'
import { endSession } from './auth/end-session.ts'
import { getStateToken } from './auth/get-state-token.ts'
import { getUser } from './auth/get-user.ts'
import { updateEventAddress } from './events/readable-links/event-address.ts'
import { getHandle } from './events/readable-links/handle.ts'
import { listSessions } from './auth/list-sessions.ts'
import { logout } from './auth/logout.ts'
import { signIn } from './auth/sign-in.ts'
import { cancelSubscription } from './billing/cancel-subscription.ts'
import { createCheckoutSession } from './billing/create-checkout-session.ts'
import { createPortalSession } from './billing/create-portal-session.ts'
import { getSubscription } from './billing/get-subscription.ts'
import { revokeCancellation } from './billing/revoke-cancellation.ts'
import { switchToYearly } from './billing/switch-to-yearly.ts'
import { cancelBooking } from './bookings/changes/cancel-booking.ts'
import { createBooking } from './bookings/changes/create-booking.ts'
import { erasePersonalData } from './bookings/changes/erase-personal-data.ts'
import { fillPostBookingFields } from './bookings/changes/fill-post-booking-fields.ts'
import { getClientAddress } from './bookings/get-client-address.ts'
import { exportBookings } from './bookings/lists/export-bookings.ts'
import { explainSlot } from './bookings/slots/explain-slot.ts'
import { getBooking } from './bookings/get-booking.ts'
import { inviteUsers } from './bookings/guests/invite-users.ts'
import { listBookings } from './bookings/lists/list-bookings.ts'
import { removeGuest } from './bookings/guests/remove-guest.ts'
import { shareBooking } from './bookings/guests/share-booking.ts'
import { listSlots } from './bookings/slots/list-slots.ts'
import { updateBooking } from './bookings/changes/update-booking.ts'
import { authorizeConnection } from './calendars/connections/authorize-connection.ts'
import { connectCalendars } from './calendars/connections/connect-calendars.ts'
import { disconnectCalendars } from './calendars/connections/disconnect.ts'
import { dryRunConnection } from './calendars/connections/dry-run.ts'
import { listConnections } from './calendars/connections/list-connections.ts'
import { refreshConnection } from './calendars/connections/refresh-connection.ts'
import { updateConnection } from './calendars/connections/update-connection.ts'
import { updateCalendarCheck } from './calendars/update-calendar-check.ts'
import { getCalendar } from './overview/get-calendar.ts'
import { getCalendarHealth } from './calendars/get-calendar-health.ts'
import { listBusyTimes } from './calendars/list-busy-times.ts'
import { replaceCalendar } from './calendars/replace-calendar.ts'
import { listCalendars } from './calendars/list-calendars.ts'
import { createCollection } from './custom-fields/create-collection.ts'
import { deleteCollection } from './custom-fields/delete-collection.ts'
import { getCollection } from './custom-fields/get-collection.ts'
import { listCollections } from './custom-fields/list-collections.ts'
import { shareCollection } from './custom-fields/share-collection.ts'
import { unshareCollection } from './custom-fields/unshare-collection.ts'
import { updateCollection } from './custom-fields/update-collection.ts'
import { getDashboard } from './overview/get-dashboard.ts'
import { getMeta } from './http/get-meta.ts'
import { authorizeClient } from './auth/oauth-clients/authorize-client.ts'
import { listTokens } from './auth/oauth-clients/list-tokens.ts'
import { revokeToken } from './auth/oauth-clients/revoke-token.ts'
import { listTimezones } from './http/list-timezones.ts'
import type { Handlers } from './http/endpoint.ts'
import { createEventLink } from './events/one-off-links/create-event-link.ts'
import { deleteEventLink } from './events/one-off-links/delete-event-link.ts'
import { listEventLinks } from './events/one-off-links/list-event-links.ts'
import { restoreEventLink } from './events/one-off-links/restore-event-link.ts'
import { changeEventShare } from './events/shares/change-event-share.ts'
import { listEventShares } from './events/shares/list-event-shares.ts'
import { listSharedEvents } from './events/shares/list-shared-events.ts'
import { shareEvent } from './events/shares/share-event.ts'
import { unshareEvent } from './events/shares/unshare-event.ts'
import { cancelEvent } from './bookings/changes/cancel-event.ts'
import { createEvent } from './events/create-event.ts'
import { deleteEvent } from './events/delete-event.ts'
import { getEvent } from './events/get-event.ts'
import { getPublicEvent } from './events/get-public-event.ts'
import { listEvents } from './events/list-events.ts'
import { previewEvent } from './pages/preview-event.ts'
import { updateEvent } from './events/update-event.ts'
import { countLabelUses } from './labels/count-label-uses.ts'
import { createLabel } from './labels/create-label.ts'
import { deleteLabel } from './labels/delete-label.ts'
import { labelBookings } from './labels/label-bookings.ts'
import { labelCollections } from './labels/label-collections.ts'
import { labelEvents } from './labels/label-events.ts'
import { listLabels } from './labels/list-labels.ts'
import { orderLabels } from './labels/order-labels.ts'
import { updateLabel } from './labels/update-label.ts'
import { createSchedule } from './schedules/create-schedule.ts'
import { deleteSchedule } from './schedules/delete-schedule.ts'
import { getSchedule } from './schedules/get-schedule.ts'
import { listHolidayCountries } from './schedules/list-holiday-countries.ts'
import { listHolidays } from './schedules/list-holidays.ts'
import { listSchedules } from './schedules/list-schedules.ts'
import { previewSchedule } from './bookings/slots/preview-schedule.ts'
import { updateSchedule } from './schedules/update-schedule.ts'
import { decideZoneChanges } from './zone-changes/decide-zone-changes.ts'
import { listZoneChanges } from './zone-changes/list-zone-changes.ts'

/** The handler of each API call. */
export const handlers: Handlers = {
  getMeta,
  listTimezones,
  getStateToken,
  signIn,
  getUser,
  logout,
  getSettings,
  updateSettings,
  countExpiringBookings,
  listSessions,
  endOtherSessions,
  endSession,
  listTokens,
  revokeToken,
  authorizeClient,
  listActivity,
  exportAccount,
  deleteAccount,
  listCalendars,
  listBusyTimes,
  getCalendar,
  getCalendarHealth,
  replaceCalendar,
  updateCalendarCheck,
  listConnections,
  authorizeConnection,
  connectCalendars,
  updateConnection,
  refreshConnection,
  dryRunConnection,
  disconnectCalendars,
  listEvents,
  cancelEvent,
  getHandle,
  updateEventAddress,
  createEvent,
  previewEvent,
  getEvent,
  updateEvent,
  deleteEvent,
  listEventLinks,
  createEventLink,
  restoreEventLink,
  deleteEventLink,
  listEventShares,
  shareEvent,
  changeEventShare,
  unshareEvent,
  listSharedEvents,
  getPublicEvent,
  explainSlot,
  listSlots,
  createBooking,
  listBookings,
  exportBookings,
  getBooking,
  updateBooking,
  cancelBooking,
  inviteUsers,
  shareBooking,
  removeGuest,
  erasePersonalData,
  getClientAddress,
  listZoneChanges,
  decideZoneChanges,
  fillPostBookingFields,
  getSubscription,
  createCheckoutSession,
  createPortalSession,
  cancelSubscription,
  revokeCancellation,
  switchToYearly,
  getDashboard,
  getAnalytics,
  listCollections,
  createCollection,
  getCollection,
  updateCollection,
  deleteCollection,
  shareCollection,
  unshareCollection,
  listLabels,
  createLabel,
  orderLabels,
  updateLabel,
  countLabelUses,
  deleteLabel,
  labelBookings,
  labelEvents,
  labelCollections,
  listSchedules,
  createSchedule,
  getSchedule,
  updateSchedule,
  previewSchedule,
  deleteSchedule,
  listHolidayCountries,
  listHolidays,
}
