import type { SettingsValues } from '../../contract/account/settings-options.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'

type Choices = Pick<SettingsValues, 'notification_emails' | 'notification_booking_reminders'>

/**
 * Whether to send an email, given the host's current settings. The host's reminder setting applies to everyone in the
 * meeting. Invitees and guests always get the other emails, because those report what happened to their booking.
 */
export function wantsMail(settings: Choices, { kind, role }: Pick<QueuedMail, 'kind' | 'role'>): boolean {
  if (kind === 'reminder') return settings.notification_booking_reminders
  return role !== 'host' || settings.notification_emails
}
