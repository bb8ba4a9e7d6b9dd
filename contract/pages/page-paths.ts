/** Never sent to the server, where it would look like a request to cancel. */
export const CANCEL_HASH = '#cancel'

export const bookingPath = (bookingUrlId: string) => `/book/${bookingUrlId}`
/** The query that selects a slot of the booking page by its start (ISO 8601 in UTC). */
export const slotQuery = (startUtc: string) => `slot=${startUtc.replace(/:00(\.0+)?Z$/, 'Z')}`
export const slotPath = (bookingUrlId: string, startUtc: string) =>
  `${bookingPath(bookingUrlId)}?${slotQuery(startUtc)}`
/** The booking page for the event's host, who books for somebody, perhaps at a time that isn't offered. */
export const bookForPath = (bookingUrlId: string, startUtc?: string) =>
  `${bookingPath(bookingUrlId)}?for=somebody${startUtc === undefined ? '' : `&${slotQuery(startUtc)}`}`
export const updatePath = (bookingUrlId: string, bookingId: string) =>
  `${bookingPath(bookingUrlId)}/update/${bookingId}`
export const confirmationPath = (bookingId: string) => `/booking-confirmation/${bookingId}`
/** The service worker of all confirmation pages. */
export const confirmationWorkerPath = confirmationPath('worker.js')
/** The same page, which asks whether to cancel. */
export const cancelPath = (bookingId: string) => `${confirmationPath(bookingId)}${CANCEL_HASH}`
/** Where a person stops the emails about a host's bookings. */
export const stopEmailsPath = (token: string) => `/stop-emails/${token}`
export const calendarFilePath = (bookingId: string) => `${confirmationPath(bookingId)}/invite.ics`
