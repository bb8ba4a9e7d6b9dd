import { localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { eventDefaults } from '../../../../contract/events/event-options.ts'
import type { EventPeriods } from '../../../../contract/events/event-periods.ts'
import { knownZone } from '../../data/format-time-zone.ts'
import type { EventDraft } from './event-draft.ts'

/** The four bounds of a draft. 23:59 stays as it is, because the server reads it as the end of the day. */
export function boundsOf(draft: EventDraft): Omit<EventPeriods, 'timezone'> {
  const { startTime, endTime } = eventDefaults
  const at = (date: string | null, time: string, whenEmpty: string) =>
    // Empty while the date is incomplete.
    !date
      ? null
      : localDateTimeToInstant(date, time || whenEmpty, zoneTable(knownZone(draft.timezone)), 'start')
  return {
    eventStart: at(draft.eventStartDate, draft.eventStartTime, startTime),
    eventEnd: at(draft.eventEndDate, draft.eventEndTime, endTime),
    bookingStart: at(draft.bookingStartDate, draft.bookingStartTime, startTime),
    bookingEnd: at(draft.bookingEndDate, draft.bookingEndTime, endTime),
  }
}
