import { randomUUID } from 'node:crypto'
import { eventStart } from '../../contract/account/settings-options.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { lockHost } from '../db/lock-host.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { saveUsedCollections } from '../custom-fields/save-used-collections.ts'
import { claimIdempotencyKey, hashRequest } from '../http/idempotency.ts'
import { addEventLabels } from '../labels/add-labels.ts'
import { lockLabels } from '../labels/lock-labels.ts'
import { assertSchedule } from '../schedules/assert-schedule.ts'
import { assertWithinQuotas } from '../hosts/quotas.ts'
import { readEvent } from './event-view.ts'
import {
  assertOwnCalendars,
  assertStillConnected,
  chosenCalendar,
  mirrorCalendars,
} from '../calendars/choose-calendar.ts'
import { periodOffsets } from './event-periods.ts'
import { newEvent } from './new-event.ts'
import { checkBufferTime, checkPeriods, columnsOf } from './save-event.ts'

export const createEvent: Handler<'createEvent'> = async ({ deps, caller, body, headers }) => {
  const { db, now } = deps
  const { customFieldsCollections = [], labelIds = [], ...values } = body
  const id = randomUUID()
  const wanted = {
    ...newEvent({
      hostId: caller.hostId,
      id,
      title: body.title,
      start: eventStart(await readSettings(db, caller.hostId)),
      now: now(),
    }),
    ...columnsOf(values),
    calendarId: await chosenCalendar(deps, caller.hostId, body.calendarId ?? null),
  }
  await assertOwnCalendars(db, caller.hostId, body.checkedCalendars)
  checkPeriods(wanted)
  checkBufferTime(wanted.bufferTime, null)
  const event = await db.transaction(async (tx) => {
    await lockHost(tx, caller.hostId)
    const created = { ...wanted, calendarId: await assertStillConnected(tx, wanted) }
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
    await mirrorCalendars(tx, created, now())
    return readEvent(tx, caller.hostId, id, now())
  })
  deps.wake()
  return event
}
