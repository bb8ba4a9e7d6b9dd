import { toast } from 'sonner'

const UNDO_MS = 10_000

/** The words of every toast. */
export const toasts = {
  signedIn: () => toast.success('Success!', { description: "You've been signed in successfully." }),
  signInFailed: () =>
    toast.error('Sign In Failed', { description: 'There was an error signing you in. Please try again.' }),
  // One id: several calls may find the session ended at the same time.
  sessionExpired: () =>
    toast.error('Session Expired', {
      id: 'session-expired',
      description: 'Please sign in again to continue.',
    }),
  calendarReconnected: () =>
    toast.success('Calendar connected', { description: 'Your busy times are blocked again.' }),

  eventsNotLoaded: () => toast.error('Failed to load events.', { id: 'events-not-loaded' }),
  eventNotLoaded: () => toast.error('Failed to load event data', { id: 'event-not-loaded' }),
  calendarsNotLoaded: () =>
    toast.warning('Warning', {
      id: 'calendars-not-loaded',
      description: 'Could not load calendars. You can still create the event.',
    }),
  bookingStatusNotUpdated: () => toast.error('Failed to update booking status.'),
  eventNotSaved: () => toast.error('Failed to save event. Please try again.'),
  eventCreated: () => toast.success('Event Created!'),
  eventUpdated: () => toast.success('Event Updated!'),

  eventArchived: () => toast.success('Event Archived'),
  eventUnarchived: () => toast.success('Event Unarchived'),
  listedEventNotArchived: () => toast.error('Failed to archive event.'),
  eventNotUnarchived: () => toast.error('Failed to unarchive event.'),
  editedEventNotArchived: () => toast.error('Failed to archive event'),

  eventDeleted: (title: string, undo: () => void) =>
    toast('Event deleted', {
      description: title,
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: undo },
    }),
  eventNotDeleted: () => toast.error('Failed to delete event.'),
  notUndone: () => toast.error('Failed to undo the action. Please try again.'),

  copied: () => toast.success('Copied!', { description: 'Booking link copied to clipboard.' }),
  notCopied: (link: string) =>
    toast.error('Copy Failed', { description: `Please copy the link manually: ${link}`, duration: 20_000 }),
}
