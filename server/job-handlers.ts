import { endSubscription, revokeGrant } from './account/closed-account.ts'
import { giveBackGrant } from './calendars/connections/give-back.ts'
import { removeReplacedEntry } from './bookings/calendar-entries/remove-replaced-entry.ts'
import { recheckCalendarEntry, syncCalendarEntry } from './bookings/calendar-entries/push.ts'
import { sendAccountNotice } from './emails/send-account-notice.ts'
import { sendCalendarNotice } from './emails/send-calendar-notice.ts'
import { sendMissingCalendarNotice } from './emails/send-missing-calendar-notice.ts'
import { sendUnreadableCalendarNotice } from './emails/send-unreadable-calendar-notice.ts'
import { sendMail } from './emails/send-mail.ts'
import { sendShareMail } from './emails/send-share-mail.ts'
import { sendZoneChangeNotice } from './emails/send-zone-change-notice.ts'
import { fetchPhoto } from './photos/fetch-photo.ts'
import type { JobHandlers } from './jobs/job.ts'

/** What runs each kind of job. */
export const jobHandlers: JobHandlers = {
  syncCalendarEntry,
  recheckCalendarEntry,
  removeReplacedEntry,
  sendMail,
  sendShareMail,
  sendCalendarNotice,
  sendMissingCalendarNotice,
  sendUnreadableCalendarNotice,
  sendZoneChangeNotice,
  sendAccountNotice,
  endSubscription,
  revokeGrant,
  giveBackGrant,
  fetchPhoto,
}
