import type { calendar_v3 } from '@googleapis/calendar'
import type { BookingEntry } from '../../adapters/calendar-provider.ts'

/** Asks Google to create a Meet call. Google answers a request id that it has seen before with the same call. */
export const requestCall = (requestId: string): calendar_v3.Schema$ConferenceData => ({
  createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } },
})

/** How a patch changes the call of an event. A rescheduled booking may meet elsewhere; a call the host added stays. */
export function changeOfCall(
  { id, conference, sequence }: BookingEntry,
  before: calendar_v3.Schema$Event | null,
): { conferenceData?: calendar_v3.Schema$ConferenceData } {
  const call = before?.conferenceData
  if (conference.isWanted) {
    // The sequence makes a new request id: Google would answer the old one with the call that is gone.
    const isMissing = conference.url === null && !call
    return isMissing ? { conferenceData: requestCall(`${id}-${sequence}`) } : {}
  }
  const isOurs = call?.createRequest?.requestId?.startsWith(id)
  // A patch removes a field by null, which the type doesn't know.
  return isOurs ? { conferenceData: null as never } : {}
}

/** Whether a calendar can have Meet calls. One that doesn't say so is tried. */
export const allowsMeet = (properties: calendar_v3.Schema$ConferenceProperties | undefined): boolean =>
  properties?.allowedConferenceSolutionTypes?.includes('hangoutsMeet') ?? true
