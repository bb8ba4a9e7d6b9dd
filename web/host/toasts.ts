import { toast } from 'sonner'

const UNDO_MS = 10_000
const SESSION_EXPIRED = 'session-expired'

/** All toasts. */
export const toasts = {
  signedIn: () => {
    toast.dismiss(SESSION_EXPIRED)
    toast.success('Success!', { description: "You've been signed in successfully." })
  },
  signInFailed: () =>
    toast.error('Sign In Failed', {
      id: 'sign-in-failed',
      description: 'There was an error signing you in. Please try again.',
    }),
  // One id, because several calls can detect the expired session at the same time.
  sessionExpired: () =>
    toast.error('Session Expired', {
      id: SESSION_EXPIRED,
      description: 'Please sign in again to continue.',
    }),
  calendarReconnected: () =>
    toast.success('Calendar connected', { description: 'Busy times are being blocked again.' }),

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
  notUndone: (tryAgain: () => void) =>
    toast.error('Failed to undo the action. Please try again.', {
      duration: UNDO_MS,
      action: { label: 'Try again', onClick: tryAgain },
    }),

  collectionsNotLoaded: () =>
    toast.error('Failed to load custom field collections.', { id: 'collections-not-loaded' }),
  collectionNotLoaded: () => toast.error('Failed to load collection data.', { id: 'collection-not-loaded' }),
  namedCollectionNotLoaded: () =>
    toast.error('Failed to load custom fields collection.', { id: 'named-collection-not-loaded' }),
  collectionCreated: () => toast.success('Success', { description: 'The collection has been created.' }),
  collectionUpdated: () => toast.success('Success', { description: 'The collection has been updated.' }),
  collectionNotSaved: (words: string | null) => toast.error(words ?? 'Failed to save collection.'),
  collectionArchived: (isArchived: boolean) =>
    toast.success(isArchived ? 'Collection archived' : 'Collection unarchived'),
  collectionNotArchived: (isArchived: boolean) =>
    toast.error(isArchived ? 'Failed to archive collection.' : 'Failed to unarchive collection.'),
  collectionDeleted: (undo: () => void) =>
    toast('Deleted', {
      description: 'Collection has been deleted permanently',
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: undo },
    }),
  editedCollectionDeleted: (undo: () => void) =>
    toast.success('Success', {
      description: 'The collection has been deleted.',
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: undo },
    }),
  collectionNotDeleted: (words: string | null) => toast.error(words ?? 'Failed to delete collection.'),
  collectionRestored: () => toast.success('Collection restored'),
  collectionNotRestored: () => toast.error('Failed to restore collection.'),
  shareNotRemoved: (email: string) =>
    toast.error('Failed to stop sharing.', { description: `${email} can still see the collection.` }),
  fieldRemoved: (name: string, undo: () => void) =>
    toast('Field removed', {
      description: name,
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: undo },
    }),

  settingsNotLoaded: () => toast.error('Failed to load settings', { id: 'settings-not-loaded' }),
  settingsSaved: () =>
    toast.success('Settings saved', { description: 'Your settings have been updated successfully' }),
  settingsNotSaved: () => toast.error('Failed to save settings'),

  bookingsNotLoaded: () => toast.error('Failed to load bookings.', { id: 'bookings-not-loaded' }),
  bookingsNotExported: () => toast.error('Failed to export bookings.', { description: 'Please try again.' }),
  bookingCanceled: () =>
    toast.success('Booking Canceled', {
      description: 'The booking has been canceled and invitees have been notified.',
    }),
  bookingNotCanceled: () =>
    toast.error('Error', { description: 'Failed to cancel the booking. Please try again.' }),
  bookingCanceledElsewhere: () =>
    toast('Already canceled', {
      description: 'We’ve refreshed the list.',
    }),
  privateFieldsSaved: (bookingId: string) => toast.dismiss(`private-fields:${bookingId}`),
  privateFieldsNotSaved: (bookingId: string, who: string, tryAgain: () => void) =>
    toast.error('We couldn’t save your private notes.', {
      id: `private-fields:${bookingId}`,
      description: `Your notes for ${who} are still here. Please try again.`,
      duration: Infinity,
      action: { label: 'Retry', onClick: tryAgain },
    }),

  subscriptionNotLoaded: () =>
    toast.error('Failed to load subscription status.', { id: 'subscription-not-loaded' }),
  checkoutNotStarted: (why: string | null) =>
    toast.error('Failed to start checkout process.', { description: why }),
  paymentPageNotOpened: (why: string | null) =>
    toast.error('Failed to open the payment page.', { description: why }),
  subscriptionCanceled: (until: string | null) =>
    toast.success('Subscription Canceled', {
      description: until === null ? 'It won’t renew.' : `You have access until ${until}.`,
    }),
  subscriptionNotCanceled: () => toast.error('Failed to cancel subscription. Please try again.'),
  subscriptionReactivated: () =>
    toast.success('Subscription Reactivated', { description: 'Your subscription will renew as usual.' }),
  switchedToYearly: () => toast.success('You’re now on annual payments.'),
  notSwitchedToYearly: (why: string | null) =>
    toast.error('Failed to switch to annual payments.', { description: why }),
  subscriptionNotReactivated: () => toast.error('Failed to reactivate subscription. Please try again.'),

  copied: () => toast.success('Copied!', { description: 'Booking link copied to clipboard.' }),
  notCopied: (link: string) =>
    toast.error('Copy Failed', { description: `Please copy the link manually: ${link}`, duration: 20_000 }),
}
