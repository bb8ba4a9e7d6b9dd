import type { calendar_v3 } from '@googleapis/calendar'
import type { CalendarSummary } from '../../adapters/calendar-provider.ts'
import { allowsMeet } from './conference.ts'

/** The calendars of a list. The name that a host gave one can be empty, and so can its own. */
export const calendarSummaries = (
  entries: readonly calendar_v3.Schema$CalendarListEntry[],
): CalendarSummary[] =>
  entries.flatMap(({ id, summary, summaryOverride, primary, accessRole, conferenceProperties }) => {
    if (!id) return []
    const name = [summaryOverride, summary].find((text) => text?.trim()) ?? id
    const hasVideoCalls = allowsMeet(conferenceProperties)
    const isWritable = accessRole === 'owner' || accessRole === 'writer'
    return [{ id, name, isPrimary: primary === true, isWritable, hasVideoCalls }]
  })
