import { randomUUID } from 'node:crypto'
import { PRIMARY_CALENDAR } from '../../contract/events/event-options.ts'
import { eventStart, noSettings } from '../../contract/account/settings-options.ts'
import { mirrorCalendars } from '../calendars/choose-calendar.ts'
import type { Tx } from '../db/database.ts'
import { events } from '../db/tables/events.ts'
import { periodOffsets } from './event-periods.ts'
import { newEvent } from './new-event.ts'

const TITLE = '30-minute meeting'

/** The event that a new host starts with, so that there is a link to share at once. */
export async function createFirstEvent(tx: Tx, hostId: string, timezone: string, now: number): Promise<void> {
  const start = eventStart(noSettings, timezone)
  const event = {
    ...newEvent({ hostId, id: randomUUID(), title: TITLE, start, now }),
    calendarId: PRIMARY_CALENDAR,
  }
  await tx.insert(events).values({ ...event, periodOffsets: periodOffsets(event) })
  await mirrorCalendars(tx, event, now)
}
