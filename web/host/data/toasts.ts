import { type ExternalToast, toast } from 'sonner'
import { counted } from '../../../contract/events/rules-text.ts'
import { isolated } from '../../../contract/isolated.ts'
import type { Kept } from '../../../contract/bookings/zone-changes.schema.ts'

const UNDO_MS = 10_000
const PROBLEM_MS = 15_000
const QUIET_MS = 1500
const SESSION_EXPIRED = 'session-expired'

/** A failure that happens again renews its toast instead of adding another. */
const failure = (title: string, more: ExternalToast = {}) =>
  toast.error(title, { id: JSON.stringify([title, more.description]), ...more })

/** All toasts. */
export const toasts = {
  closeAll: () => toast.dismiss(),
  signedIn: () => {
    toast.dismiss(SESSION_EXPIRED)
    toast.success('Success!', { description: "You've been signed in successfully." })
  },
  accountRestored: () =>
    toast.success('Welcome back', {
      description: 'Your account is open again. Canceled bookings stay canceled.',
      duration: PROBLEM_MS,
    }),
  accountDeleted: (date: string) =>
    toast.success('Your account is closed', {
      description: `Everything will be deleted on ${date}. To keep your account, sign in before then.`,
      duration: PROBLEM_MS,
    }),
  accountNotDeleted: () =>
    failure('Your account wasn’t deleted.', { description: 'Nothing changed. Please try again.' }),
  accountMaybeDeleted: () =>
    failure('We couldn’t reach the server.', {
      description: 'If your account was deleted, you’ll get an email. Otherwise, please try again.',
      duration: PROBLEM_MS,
    }),
  sessionNotEnded: () =>
    failure('Failed to sign out the other device.', { description: 'Please try again.' }),
  sessionsNotEnded: () =>
    failure('Failed to sign out the other devices.', { description: 'Please try again.' }),
  extensionNotDisconnected: () =>
    failure('Failed to disconnect the extension.', { description: 'Please try again.' }),
  otherSessionsEnded: (count: number) =>
    toast.success(count === 1 ? 'Signed out 1 other device' : `Signed out ${count} other devices`),
  accountNotExported: () => failure('Failed to export your data.', { description: 'Please try again.' }),
  signInFailed: () =>
    failure('Sign In Failed', {
      description: 'There was an error signing you in. Please try again.',
    }),
  /** `onClosed` is called once it has been dismissed or has run out. */
  sessionExpired: (onClosed: () => void) =>
    failure('Session Expired', {
      // Coming back to the page shows it once.
      id: SESSION_EXPIRED,
      description: 'Please sign in again to continue.',
      onAutoClose: onClosed,
      onDismiss: onClosed,
    }),
  calendarReplaced: (name: string) =>
    toast.success('Calendar changed', { description: `Events and upcoming bookings now use “${name}”.` }),
  calendarNotReplaced: () =>
    failure('We couldn’t change the calendar.', { description: 'Please try again.' }),
  calendarReconnected: () =>
    toast.success('Calendar connected', { description: 'Busy times are being blocked again.' }),
  calendarAccountConnected: (name: string) =>
    toast.success('Calendar account connected', { description: name }),
  /** Quiet, because several may follow one another. */
  calendarSaved: () => toast.success('Saved', { id: 'calendar-saved', duration: QUIET_MS }),
  calendarNotSaved: (words: string) => failure('We couldn’t save that.', { description: words }),
  calendarsRead: () =>
    toast.success('Calendars are up to date', { id: 'calendars-read', duration: QUIET_MS }),
  calendarsNotRead: () =>
    toast.warning('Some calendars can’t be read right now', {
      id: 'calendars-read',
      description: 'Each one says why.',
    }),
  calendarsNotRefreshed: (words: string) => failure('We couldn’t check now.', { description: words }),
  accountDisconnected: (name: string) =>
    toast.success('Calendar account disconnected', { description: name }),

  partNotLoaded: () =>
    failure('We couldn’t load this part of the app.', {
      description: 'Check your connection and try again, or reload the page.',
    }),
  eventsNotLoaded: () => failure('Failed to load events.'),
  eventNotLoaded: () => failure('Failed to load event data'),
  calendarsNotLoaded: () =>
    toast.warning('Warning', {
      id: 'calendars-not-loaded',
      description: 'Could not load calendars. You can still create the event.',
    }),
  bookingStatusNotUpdated: (description: string | null) =>
    failure('Failed to update booking status.', { description }),
  eventNotSaved: () => failure('Failed to save event. Please try again.'),
  eventCreated: () => toast.success('Event Created!'),
  /** `copyLink`: null for an event without a public link. `problems`: why nobody can book it. */
  eventUpdated: (copyLink: (() => void) | null, problems: readonly string[]) => {
    const action = copyLink ? { label: 'Copy link', onClick: copyLink } : undefined
    if (problems.length === 0) return toast.success('Event Updated!', { action })
    const description = `Nobody can book it right now. ${problems.join(' ')}`
    return toast.warning('Event Updated!', { description, action, duration: PROBLEM_MS })
  },

  eventArchived: () => toast.success('Event Archived'),
  eventUnarchived: () => toast.success('Event Unarchived'),
  listedEventNotArchived: (description: string | null) =>
    failure('Failed to archive event.', { description }),
  eventNotUnarchived: (description: string | null) => failure('Failed to unarchive event.', { description }),
  editedEventNotArchived: (description: string | null) => failure('Failed to archive event', { description }),

  eventDeleted: (title: string, upcoming: number, undo: () => void) =>
    toast('Event deleted', {
      description: `${isolated(title)}. ${upcoming > 0 ? `${counted(upcoming, 'upcoming booking')} kept. ` : ''}You can restore the event for 24 hours.`,
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: undo },
    }),
  eventCanceled: (title: string, bookings: number) =>
    toast('Event deleted', {
      description: `${isolated(title)}. ${counted(bookings, 'booking')} canceled.`,
    }),
  eventRestored: (title: string) => toast.success('Event restored', { description: title }),
  eventGone: () =>
    toast('Already deleted', {
      description: 'We’ve refreshed the list.',
    }),
  eventNotDeleted: () => failure('Failed to delete event.'),
  tooLateToRestore: () =>
    failure('It’s too late to restore this.', {
      description: 'You can do that for 24 hours after deleting it.',
    }),
  notUndone: (tryAgain: () => void) =>
    failure('Failed to undo the action. Please try again.', {
      duration: UNDO_MS,
      action: { label: 'Try again', onClick: tryAgain },
    }),

  schedulesNotLoaded: () => failure('Failed to load your schedules.'),
  holidaysNotLoaded: () => failure('Failed to load holidays.'),
  scheduleSaved: () => toast.success('Schedule saved'),
  scheduleNotSaved: (words: string | null = null) => failure(words ?? 'Failed to save the schedule.'),
  scheduleDeleted: (name: string) => toast.success('Schedule deleted', { description: name }),
  scheduleNotDeleted: (words: string | null) => failure(words ?? 'Failed to delete the schedule.'),
  limitsSaved: () => toast.success('Saved', { description: 'The limits apply to all your events.' }),
  collectionsNotLoaded: () => failure('Failed to load custom field collections.'),
  collectionNotLoaded: () => failure('Failed to load collection data.'),
  namedCollectionNotLoaded: () => failure('Failed to load custom fields collection.'),
  collectionCreated: () => toast.success('Success', { description: 'The collection has been created.' }),
  collectionUpdated: () => toast.success('Success', { description: 'The collection has been updated.' }),
  collectionNotSaved: (words: string | null) => failure(words ?? 'Failed to save collection.'),
  collectionArchived: (isArchived: boolean) =>
    toast.success(isArchived ? 'Collection archived' : 'Collection unarchived'),
  collectionNotArchived: (isArchived: boolean, description: string | null) =>
    failure(isArchived ? 'Failed to archive collection.' : 'Failed to unarchive collection.', {
      description,
    }),
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
  collectionNotDeleted: (words: string | null) => failure(words ?? 'Failed to delete collection.'),
  collectionRestored: () => toast.success('Collection restored'),
  collectionNotRestored: () => failure('Failed to restore collection.'),
  shareRoleNotChanged: (email: string) =>
    failure('Failed to change the role.', { description: `${email} still has the previous one.` }),
  eventStillShared: (email: string) =>
    failure('Failed to stop sharing.', { description: `${email} can still see the event’s bookings.` }),
  eventLeft: (title: string) => toast.success('Removed', { description: `You no longer see ${title}.` }),
  eventNotLeft: () => failure('Failed to remove you from the event. Please try again.'),
  shareNotRemoved: (email: string) =>
    failure('Failed to stop sharing.', { description: `${email} can still see the collection.` }),
  linkNotDeleted: () => failure('Failed to delete the link. Please try again.'),
  fieldRemoved: (name: string, undo: () => void) =>
    toast('Field removed', {
      description: name,
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: undo },
    }),
  /** Takes away the toasts that `fieldRemoved` returned, because nothing is left to put a field back into. */
  fieldsClosed: (ids: readonly (string | number)[]) => ids.forEach((id) => toast.dismiss(id)),

  labelsNotLoaded: () => failure('Failed to load your labels.'),
  labelsNotSaved: (words: string | null) =>
    failure('Failed to change labels.', { description: words ?? 'Please try again.' }),
  labelNotCreated: (words: string | null) =>
    failure('Failed to create the label.', { description: words ?? 'Please try again.' }),
  labelNotSaved: (words: string | null) =>
    failure('Failed to save the label.', { description: words ?? 'Please try again.' }),
  labelNotDeleted: () => failure('Failed to delete the label.', { description: 'Please try again.' }),
  labelsNotReordered: () => failure('Failed to reorder your labels.', { description: 'Please try again.' }),

  settingsNotLoaded: () => failure('Failed to load settings'),
  settingsSaved: () =>
    toast.success('Settings saved', { description: 'Your settings have been updated successfully' }),
  settingsNotSaved: () => failure('Failed to save settings'),

  bookingsNotLoaded: () => failure('Failed to load bookings.'),
  bookingsNotExported: () => failure('Failed to export bookings.', { description: 'Please try again.' }),
  bookingCanceled: () =>
    toast.success('Booking Canceled', {
      description: 'The booking has been canceled and invitees have been notified.',
    }),
  guestNotRemoved: () => failure('Failed to remove this guest. Please try again.'),
  bookingNotCanceled: (why: string | null) =>
    failure('Error', { description: why ?? 'Failed to cancel the booking. Please try again.' }),
  bookingCanceledElsewhere: () =>
    toast('Already canceled', {
      description: 'We’ve refreshed the list.',
    }),
  bookingGone: () =>
    failure('Booking no longer available', {
      id: 'booking-gone',
      description: 'It was deleted, or its event is no longer shared with you.',
    }),
  bookingMoved: () =>
    toast.success('Booking moved', { description: 'We’re emailing everyone in the meeting.' }),
  bookingNotMoved: (why: string | null) =>
    failure('Failed to move the booking.', { description: why ?? 'Please try again.' }),
  bookingsMoved: (count: number) =>
    toast.success(count === 1 ? 'Booking moved' : `${count} bookings moved`, {
      description: `We’re emailing everyone in the ${count === 1 ? 'meeting' : 'meetings'}.`,
    }),
  bookingsLeft: (count: number) =>
    toast.success(count === 1 ? 'Booking left where it is' : `${count} bookings left where they are`),
  bookingsNotMoved: (count: number) =>
    failure(count === 1 ? '1 booking couldn’t be moved' : `${count} bookings couldn’t be moved`, {
      description: 'The list says why.',
    }),
  zoneChangesSettled: (count: number) =>
    toast('Nothing left to decide here', {
      description: `The ${count === 1 ? 'booking was' : 'bookings were'} already decided, moved or canceled, or ${count === 1 ? 'has' : 'have'} started. We’ve refreshed the list.`,
    }),
  zoneChangesNotDecided: (keep: Kept) =>
    failure('We couldn’t save your decision.', {
      description:
        keep === 'wallTime'
          ? 'Some bookings may have moved. Check the list before you try again.'
          : 'Nothing was moved. Check your connection and try again.',
    }),
  privateFieldsSaved: (bookingId: string) => toast.dismiss(`private-fields:${bookingId}`),
  privateFieldsNotSaved: (bookingId: string, who: string, tryAgain: () => void) =>
    failure('We couldn’t save your private notes.', {
      id: `private-fields:${bookingId}`,
      description: `Your notes for ${who} are still here. Please try again.`,
      duration: Infinity,
      action: { label: 'Retry', onClick: tryAgain },
    }),
  privateFieldsChanged: (bookingId: string, who: string) =>
    failure('Someone else changed a private note that you were typing.', {
      id: `private-fields:${bookingId}`,
      description: `Open the booking with ${who} to choose which one to keep.`,
      duration: Infinity,
    }),

  subscriptionNotLoaded: () => failure('Failed to load subscription status.'),
  checkoutNotStarted: (why: string | null) =>
    failure('Failed to start checkout process.', { description: why }),
  paymentPageNotOpened: (why: string | null) =>
    failure('Failed to open the payment page.', { description: why }),
  subscriptionCanceled: (until: string | null) =>
    toast.success('Subscription Canceled', {
      description: until === null ? 'It won’t renew.' : `You have access until ${until}.`,
    }),
  subscriptionNotCanceled: () => failure('Failed to cancel subscription. Please try again.'),
  subscriptionReactivated: () =>
    toast.success('Subscription Reactivated', { description: 'Your subscription will renew as usual.' }),
  switchedToYearly: () => toast.success('You’re now on annual payments.'),
  notSwitchedToYearly: (why: string | null) =>
    failure('Failed to switch to annual payments.', { description: why }),
  subscriptionNotReactivated: () => failure('Failed to reactivate subscription. Please try again.'),

  copied: () => toast.success('Copied!', { description: 'Booking link copied to clipboard.' }),
  notCopied: (text: string, what: 'link' | 'key' | 'times' = 'link') =>
    failure('Copy Failed', { description: `Please copy the ${what} manually: ${text}`, duration: 20_000 }),
}
