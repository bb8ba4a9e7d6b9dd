import type { Handler } from '../http/endpoint.ts'
import { readSettings } from '../hosts/read-settings.ts'

export const getSettings: Handler<'getSettings'> = ({ deps: { db }, caller }) =>
  readSettings(db, caller.hostId)
