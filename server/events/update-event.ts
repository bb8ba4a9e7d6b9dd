import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { MINUTE } from '../../availability/units.ts'
import type { eventChange } from '../../contract/events/event.schema.ts'
import { ruleLimits } from '../../contract/events/event-rules.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import { savedBuffers } from './buffers.ts'
import { canRestore } from '../db/can-restore.ts'
import type { Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { bookings } from '../db/tables/bookings.ts'
import { type EventRow, events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { editConflict, notFound } from '../http/errors.ts'
import { saveUsedCollections } from '../custom-fields/save-used-collections.ts'
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
import { checkBufferTime, checkPeriods, columnsOf, whereEvent, setsPeriods } from './save-event.ts'

const LARGEST_BUFFER_MS = ruleLimits.buffer * MINUTE

export const updateEvent: Handler<'updateEvent'> = async ({ deps, caller, params, body }) => {
  const { db, now } = deps
  const { isDeleted, version, customFieldsCollections, ...values } = body
  const chosen =
    values.calendarId === undefined ? undefined : await chosenCalendar(deps, caller.hostId, values.calendarId)
  await assertOwnCalendars(db, caller.hostId, values.checkedCalendars)
  const event = await db.transaction(async (tx) => {
    const { hostId } = caller
    await lockHost(tx, hostId)
    const calendarId =
      chosen === undefined ? undefined : await assertStillConnected(tx, { hostId, calendarId: chosen })
    const [row] = await tx
      .select()
      .from(events)
      .where(whereEvent(caller.hostId, params.id))
      .for('no key update')
    if (!row) throw notFound()
    const isRestored = isDeleted === false && canRestore(row.deletedAt, now())
    if (row.deletedAt !== null && !isRestored) throw notFound()
    if (version !== undefined && version !== row.version) throw editConflict()
    const changed = {
      ...columnsOf(values, row),
      ...(calendarId !== undefined && { calendarId }),
      deletedAt: isDeleted === true ? now() : null,
      version: row.version + 1,
      updatedAt: now(),
    }
    const next = { ...row, ...changed }
    checkPeriods(next)
    checkBufferTime(values.bufferTime ?? row.bufferTime, row.bufferTime)
    await assertSchedule(tx, caller.hostId, values.scheduleId)
    await tx
      .update(events)
      .set({ ...changed, ...(setsPeriods(changed) && { periodOffsets: periodOffsets(next) }) })
      .where(whereEvent(caller.hostId, params.id))
    await recordDeletion(tx, row, isDeleted, now())
    if (customFieldsCollections) {
      await saveUsedCollections(tx, row, customFieldsCollections, now())
      await assertWithinQuotas(tx, caller.hostId)
    }
    await mirrorCalendars(tx, next, now())
    if (mayChangeBuffers(values)) await keepBuffers(tx, next, now())
    return readEvent(tx, caller.hostId, params.id, now())
  })
  deps.wake()
  return event
}

const mayChangeBuffers = ({
  bufferTime,
  rules,
}: Pick<z.output<typeof eventChange>, 'bufferTime' | 'rules'>) =>
  bufferTime !== undefined || rules?.bufferBefore !== undefined || rules?.bufferAfter !== undefined

/** Gives the event's upcoming bookings its buffers. A booking that waits for the host's lock reads the new event. */
async function keepBuffers(tx: Tx, event: EventRow, now: number) {
  await tx
    .update(bookings)
    .set(savedBuffers(event))
    .where(
      and(
        eq(bookings.hostId, event.hostId),
        eq(bookings.eventId, event.id),
        eq(bookings.status, 'confirmed'),
        gt(bookings.endAt, now - LARGEST_BUFFER_MS),
      ),
    )
}

async function recordDeletion(tx: Tx, row: EventRow, isDeleted: boolean | undefined, now: number) {
  const wasDeleted = row.deletedAt !== null
  if (isDeleted === undefined || isDeleted === wasDeleted) return
  const kind = isDeleted ? 'event_deleted' : 'event_restored'
  await recordActivity(tx, row.hostId, { kind, details: { title: row.title } }, now)
}
