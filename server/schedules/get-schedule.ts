import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { isId } from '../db/ids.ts'
import { readSchedule } from './read-schedules.ts'

export const getSchedule: Handler<'getSchedule'> = async ({ deps: { db }, caller, params }) => {
  if (!isId(params.id)) throw notFound()
  return readSchedule(db, caller.hostId, params.id)
}
