import type { Activity } from '../../../../contract/account/activity.schema.ts'
import { shareRoleLabels } from '../../../../contract/events/event-shares.ts'
import type { quotas } from '../../../../contract/account/quotas.ts'
import { retentionText } from '../../parts/retention-text.ts'

const limited: Record<keyof typeof quotas, string> = {
  events: 'events',
  collections: 'custom field collections',
  labels: 'labels',
  schedules: 'schedules',
  connections: 'calendar accounts',
  shares: 'people you share collections with',
  eventShares: 'people you share events with',
  eventLinks: 'one-off links',
  fieldBytes: 'custom fields',
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
const deviceText = (device: string | null) => device ?? 'an unknown device'

/** `You signed in with Chrome on macOS` */
export function activityText({ kind, details }: Activity): string {
  switch (kind) {
    case 'signed_in':
      return details.device === null
        ? 'You signed in on an unknown device'
        : `You signed in with ${details.device}`
    case 'session_ended':
      return `Signed out ${deviceText(details.device)}`
    case 'other_sessions_ended':
      return `Signed out ${count(details.count, 'other device', 'other devices')}`
    case 'extension_connected':
      return `Connected the extension in ${deviceText(details.device)}`
    case 'extension_disconnected':
      return `Disconnected the extension in ${deviceText(details.device)}`
    case 'calendar_account_added':
      return `Connected the calendar account “${details.name}”`
    case 'calendar_account_removed':
      return `Disconnected the calendar account “${details.name}”`
    case 'calendar_unreadable':
      return `The calendar “${details.name}” couldn’t be read for 15 minutes`
    case 'calendar_disconnected':
      return details.name === undefined
        ? 'Lost access to your Google Calendar'
        : `Lost access to the calendar account “${details.name}”`
    case 'calendar_missing':
      return `Your calendar “${details.name}” was deleted, or is no longer shared with you`
    case 'calendar_replaced':
      return `Moved events and upcoming bookings from “${details.name}” to “${details.replacement}”`
    case 'quota_refused':
      return `You reached the limit on ${limited[details.quota]}`
    case 'recipients_refused':
      return 'Emails to more people were blocked by the limit on recipients'
    case 'collection_shared':
      return `Shared “${details.name}” with ${details.email}`
    case 'collection_unshared':
      return `Stopped sharing “${details.name}” with ${details.email}`
    case 'collection_deleted':
      return `Deleted the collection “${details.name}”`
    case 'collection_restored':
      return `Restored the collection “${details.name}”`
    case 'event_shared':
      return `Shared the event “${details.title}” with ${details.email} (${shareRoleLabels[details.role]})`
    case 'event_unshared':
      return `Stopped sharing the event “${details.title}” with ${details.email}`
    case 'event_share_left':
      return `${details.email} left the event “${details.title}”`
    case 'event_deleted':
      return `Deleted the event “${details.title}”`
    case 'event_restored':
      return `Restored the event “${details.title}”`
    case 'bookings_exported':
      return 'Exported bookings as CSV'
    case 'account_exported':
      return 'Exported everything in your account'
    case 'account_closed':
      return 'Closed your account'
    case 'account_reopened':
      return 'Reopened your account'
    case 'retention_changed':
      return details.months === null
        ? 'Chose to keep bookings forever'
        : `Chose to delete bookings after ${retentionText(details.months)}`
    case 'bookings_removed':
      return `Deleted ${count(details.count, 'old booking', 'old bookings')}`
    case 'subscription_canceled':
      return 'Canceled your subscription'
    case 'subscription_reactivated':
      return 'Reactivated your subscription'
    case 'subscription_yearly':
      return 'Switched to annual payments'
  }
}
