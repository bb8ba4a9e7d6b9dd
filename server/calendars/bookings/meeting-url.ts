import { createsVideoCall } from '../../../contract/event-options.ts'
import type { BookingRow } from '../../db/schema.ts'
import type { CalendarEntry } from '../provider.ts'

/** The link to the video call of a booking's entry; null for a booking that doesn't meet there. */
export const meetingUrlOf = ({ meetVia }: Pick<BookingRow, 'meetVia'>, { conferenceUrl }: CalendarEntry) =>
  createsVideoCall(meetVia) ? conferenceUrl : null
