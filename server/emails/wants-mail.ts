import type { MailKind } from './queue-mails.ts'

/** What a host has chosen to be sent. */
export interface MailSettings {
  notificationEmails: boolean
  notificationBookingReminders: boolean
}

/** Of a host who has chosen nothing. */
export const defaultMailSettings: MailSettings = {
  notificationEmails: true,
  notificationBookingReminders: true,
}

/** Whether a host is sent a mail of a kind. Everybody else is always sent theirs: they asked for it by booking. */
export const wantsMail = (settings: MailSettings, kind: MailKind) =>
  kind === 'reminder' ? settings.notificationBookingReminders : settings.notificationEmails
