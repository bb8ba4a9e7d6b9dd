import type { calendar_v3 } from '@googleapis/calendar'
import type { bookings } from '../../db/schema.ts'

type Booking = typeof bookings.$inferSelect

/** The link to the video call of an entry; null where the booking is to be held in another way. */
export const callOf = ({ meetVia }: Pick<Booking, 'meetVia'>, { hangoutLink }: calendar_v3.Schema$Event) =>
  (meetVia === 'google-meet' && hangoutLink) || null

export const askForCall = (requestId: string): calendar_v3.Schema$ConferenceData => ({
  createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } },
})

/** A booking that was moved may be held in another way than before. A call that its host has put there is left alone. */
export function changeOfCall(
  {
    meetVia,
    meetingUrl,
    calendarEntryId,
    sequence,
  }: Pick<Booking, 'meetVia' | 'meetingUrl' | 'calendarEntryId' | 'sequence'>,
  before: calendar_v3.Schema$Event | null,
): { conferenceData?: calendar_v3.Schema$ConferenceData } {
  const call = before?.conferenceData
  if (meetVia === 'google-meet') {
    // Google makes nothing anew for a request that it has heard before.
    const isMissing = meetingUrl === null && !call
    return isMissing ? { conferenceData: askForCall(`${calendarEntryId}-${sequence}`) } : {}
  }
  const isOurs = call?.createRequest?.requestId?.startsWith(calendarEntryId)
  // The type knows no null, by which a patch takes something out.
  return isOurs ? { conferenceData: null as never } : {}
}
