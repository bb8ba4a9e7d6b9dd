import type { Handler } from '../http/endpoint.ts'
import { readSchedules } from './read-schedules.ts'

export const listSchedules: Handler<'listSchedules'> = ({ deps: { db }, caller }) =>
  readSchedules(db, caller.hostId)
