import { syncCalendarEntry } from '../calendars/bookings/push.ts'
import { sendCalendarNotice } from '../emails/send-calendar-notice.ts'
import { sendMail } from '../emails/send-mail.ts'
import type { JobHandlers } from './job.ts'

/** What runs each kind of job. */
export const jobHandlers: JobHandlers = { syncCalendarEntry, sendMail, sendCalendarNotice }
