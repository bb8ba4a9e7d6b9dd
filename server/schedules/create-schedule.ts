import { randomUUID } from 'node:crypto'
import { eventStart } from '../../contract/account/settings-options.ts'
import { defaultWeek } from '../../contract/hours/weekly-availability.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { schedules } from '../db/tables/schedules.ts'
import type { Handler } from '../http/endpoint.ts'
import { claimIdempotencyKey, hashRequest } from '../http/idempotency.ts'
import { assertWithinQuotas } from '../hosts/quotas.ts'
import { readSchedule } from './read-schedules.ts'
import { scheduleColumns } from './save-schedule.ts'

export const createSchedule: Handler<'createSchedule'> = async ({
  deps,
  caller: { hostId },
  body,
  headers,
}) => {
  const { db, now } = deps
  const id = randomUUID()
  const created = {
    hostId,
    id,
    name: body.name,
    timezone: eventStart(await readSettings(db, hostId)).timezone,
    week: defaultWeek(),
    overrides: [],
    travels: [],
    holidayDates: [],
    createdAt: now(),
    updatedAt: now(),
    ...(await scheduleColumns(body, now())),
  }
  return db.transaction(async (tx) => {
    const request = {
      hostId,
      operation: 'createSchedule' as const,
      key: headers['idempotency-key'],
      hash: hashRequest(body),
    }
    const earlier = await claimIdempotencyKey(tx, request, { createdId: id, now: now() })
    if (earlier !== null) return readSchedule(tx, hostId, earlier)
    await tx.insert(schedules).values(created)
    await assertWithinQuotas(tx, hostId)
    return readSchedule(tx, hostId, id)
  })
}
