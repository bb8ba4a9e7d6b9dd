import { LRUCache } from 'lru-cache'
import { MINUTE } from '../../../availability/units.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Handler } from '../../http/endpoint.ts'
import { type ConnectionKey } from '../calendar-id.ts'
import { refreshCalendars } from '../refresh-calendars.ts'
import { readConnections } from './connection-view.ts'

/** The settings ask every 20 seconds while they are open. */
const ASK_AGAIN_MS = MINUTE
const MAX_REMEMBERED = 10_000

/** Lists the calendars of accounts first that nobody has asked for them yet, such as the one of a new host. */
export const listConnections: Handler<'listConnections'> = async ({ deps, caller: { hostId } }) => {
  const accounts = await readConnections(deps, hostId)
  const unlisted = accounts.filter(
    ({ id, status, calendars }) =>
      status === 'connected' && calendars.length === 0 && isToBeAsked(deps, { hostId, id }),
  )
  if (unlisted.length === 0) return accounts
  await Promise.allSettled(unlisted.map(({ id }) => refreshCalendars(deps, { hostId, id })))
  return readConnections(deps, hostId)
}

/** When this process asked each account without calendars the last time. */
const askedAt = new WeakMap<Deps['db'], LRUCache<string, number>>()

function isToBeAsked({ db, now }: Deps, { hostId, id }: ConnectionKey): boolean {
  const asked = askedAt.get(db) ?? new LRUCache({ max: MAX_REMEMBERED })
  askedAt.set(db, asked)
  const key = `${hostId} ${id}`
  const last = asked.get(key)
  if (last !== undefined && now() - last < ASK_AGAIN_MS) return false
  asked.set(key, now())
  return true
}
