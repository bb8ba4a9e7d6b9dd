import type { SettingsValues } from '../../contract/settings-options.ts'
import type { QueuedMail } from './queued-mail.ts'

type Choices = Pick<SettingsValues, 'notification_emails' | 'notification_booking_reminders'>

/**
 * Whether a mail is to be sent, given what the host has chosen by then. Reminders are the host's to choose for everybody in
 * the meeting; the others tell invitees and guests of what was done with their booking, so they always have those.
 */
export function wantsMail(settings: Choices, { kind, role }: Pick<QueuedMail, 'kind' | 'role'>): boolean {
  if (kind === 'reminder') return settings.notification_booking_reminders
  return role !== 'host' || settings.notification_emails
}
