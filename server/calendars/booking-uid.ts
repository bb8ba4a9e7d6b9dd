/**
 * The UID of a booking in every calendar (RFC 5545): the one that Google gives the host's entry, so that an invitation
 * by email and an entry in whatever calendar are the same.
 */
export const bookingUid = (calendarEntryId: string) => `${calendarEntryId}@google.com`
