import type { Handler } from '../http/endpoint.ts'
import { readSchedule } from './read-schedules.ts'

export const getSchedule: Handler<'getSchedule'> = ({ deps: { db }, caller, params }) =>
  readSchedule(db, caller.hostId, params.id)
