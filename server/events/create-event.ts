import { randomBytes, randomUUID } from 'node:crypto'
import { eventStart } from '../../contract/settings-options.ts'
import { defaultWeek } from '../../contract/weekly-availability.ts'
import { readSettings } from '../account/get-settings.ts'
import { events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { saveUsedCollections } from '../custom-fields/save-used-collections.ts'
import { claimIdempotencyKey, hashRequest } from '../idempotency.ts'
import { addEventLabels } from '../labels/add-labels.ts'
import { lockLabels } from '../labels/lock-labels.ts'
import { assertSchedule } from '../schedules/assert-schedule.ts'
import { assertWithinQuotas } from '../quotas.ts'
import { readEvent } from './event-view.ts'
import { chosenCalendar, mirrorCalendar } from '../calendars/choose-calendar.ts'
import { periodOffsets } from '../zone-changes/event-periods.ts'
import { checkBufferTime, checkPeriods, columnsOf } from './save-event.ts'

export const createEvent: Handler<'createEvent'> = async ({ deps, caller, body, headers }) => {
  const { db, now } = deps
  const { customFieldsCollections = [], labelIds = [], ...values } = body
  const id = randomUUID()
  const created = {
    hostId: caller.hostId,
    id,
    bookingLinkId: randomBytes(16).toString('base64url'),
    title: body.title,
    description: '',
    location: '',
    ...eventStart(await readSettings(db, caller.hostId)),
    isEnabled: true,
    isArchived: false,
    eventStart: null,
    eventEnd: null,
    bookingStart: null,
    bookingEnd: null,
    allowUsersToCancel: true,
    allowUsersToEdit: true,
    allowGuestsToChange: true,
    showBookingStartDate: true,
    week: defaultWeek(),
    createdAt: now(),
    updatedAt: now(),
    ...columnsOf(values),
    calendarId: await chosenCalendar(deps, caller.hostId, body.calendarId ?? null),
  }
  checkPeriods(created)
  checkBufferTime(created.bufferTime, null)
  const event = await db.transaction(async (tx) => {
    const request = {
      hostId: caller.hostId,
      operation: 'createEvent' as const,
      key: headers['idempotency-key'],
      hash: hashRequest(body),
    }
    const earlier = await claimIdempotencyKey(tx, request, { createdId: id, now: now() })
    if (earlier !== null) return readEvent(tx, caller.hostId, earlier, now())
    await assertSchedule(tx, caller.hostId, body.scheduleId)
    await tx.insert(events).values({ ...created, periodOffsets: periodOffsets(created) })
    await saveUsedCollections(tx, created, customFieldsCollections, now())
    await assertWithinQuotas(tx, caller.hostId)
    if (labelIds.length > 0) {
      await lockLabels(tx, caller.hostId, labelIds)
      await addEventLabels(tx, caller.hostId, [id], labelIds)
    }
    await mirrorCalendar(tx, caller.hostId, created.calendarId, now())
    return readEvent(tx, caller.hostId, id, now())
  })
  deps.wake()
  return event
}
