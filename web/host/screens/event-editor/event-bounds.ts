import { localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { eventDefaults } from '../../../../contract/events/event-options.ts'
import { knownZone } from '../../data/format-time-zone.ts'
import type { EventDraft } from './event-draft.ts'

/**
 * The four bounds of a draft as UTC instants. 23:59 is sent literally, because the server reads it as the end of the
 * day.
 */
export function boundsOf(draft: EventDraft) {
  const { startTime, endTime } = eventDefaults
  const at = (date: string | null, time: string, whenEmpty: string) =>
    // Empty while the date is incomplete.
    !date
      ? null
      : new Date(
          localDateTimeToInstant(date, time || whenEmpty, zoneTable(knownZone(draft.timezone)), 'start'),
        ).toISOString()
  return {
    eventStartUtc: at(draft.eventStartDate, draft.eventStartTime, startTime),
    eventEndUtc: at(draft.eventEndDate, draft.eventEndTime, endTime),
    bookingStartUtc: at(draft.bookingStartDate, draft.bookingStartTime, startTime),
    bookingEndUtc: at(draft.bookingEndDate, draft.bookingEndTime, endTime),
  }
}
