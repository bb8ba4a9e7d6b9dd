import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { connectionChange } from '../../../contract/calendars/calendar-connections.schema.ts'
import {
  calendarConnections,
  calendarEntries,
  calendarMirrors,
  calendars,
  type ConnectionRow,
} from '../../db/tables/calendars.ts'
import type { Tx } from '../../db/database.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Handler } from '../../http/endpoint.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { whereConnection } from '../calendar-id.ts'
import { keepConnected, resumeAfterReconnect } from '../connection.ts'
import { mirrorCalendar } from '../mirror/mirror-use.ts'
import { requireReadable } from '../require-readable.ts'
import { connectionById, readConnection } from './connection-view.ts'
import { type TypedAccount, tryAccount } from './try-account.ts'

type Change = z.output<typeof connectionChange>

export const updateConnection: Handler<'updateConnection'> = async ({ deps, caller, params, body }) => {
  const connection = await readConnection(deps.db, caller.hostId, params.id)
  if (body.password !== undefined || body.url !== undefined) await changeAccess(deps, connection, body)
  if (body.name !== undefined && connection.provider === 'ics') await rename(deps, connection, body.name)
  if (body.checkedCalendars) await review(deps, connection, body.checkedCalendars)
  deps.wake()
  return connectionById(deps, connection)
}

async function changeAccess(deps: Deps, connection: ConnectionRow, change: Change): Promise<void> {
  const { db, encryption, now } = deps
  const typed = typedAgain(deps, connection, change)
  const { account, server, address, credential } = await tryAccount(deps, connection.hostId, typed)
  await db.transaction(async (tx) => {
    await lockHost(tx, connection.hostId)
    if (await isConnectedElsewhere(tx, connection, account)) {
      const text = 'You’ve already connected this calendar'
      throw invalid(change.url === undefined ? { password: text } : { url: text })
    }
    const access = {
      account,
      server,
      address,
      credential: encryption.encrypt(credential),
      keyId: encryption.keyId,
    }
    await tx
      .update(calendarConnections)
      .set({ ...access, brokenAt: null, brokenReason: null, refusedSince: null, updatedAt: now() })
      .where(whereConnection(connection))
    await resumeAfterReconnect(tx, connection, now())
    if (account !== connection.account) await forgetEntries(tx, connection)
  })
}

/** For an account that took the place of another one: until its calendars are read, nothing is known of them. */
async function forgetEntries(tx: Tx, { hostId, id }: ConnectionRow): Promise<void> {
  const mirrored = await tx
    .update(calendarMirrors)
    .set({ syncToken: null, syncedAt: null, coveredUntil: null })
    .where(and(eq(calendarMirrors.hostId, hostId), eq(calendarMirrors.connectionId, id)))
    .returning({ calendarId: calendarMirrors.calendarId })
  const ids = mirrored.map(({ calendarId }) => calendarId)
  await tx
    .delete(calendarEntries)
    .where(and(eq(calendarEntries.hostId, hostId), inArray(calendarEntries.calendarId, ids)))
}

/** Whether another connection of the host's is of this account. */
async function isConnectedElsewhere(
  tx: Tx,
  { hostId, id, provider }: ConnectionRow,
  account: string,
): Promise<boolean> {
  const { hostId: owner, provider: kind, account: name, id: other } = calendarConnections
  const whereSame = and(eq(owner, hostId), eq(kind, provider), eq(name, account), ne(other, id))
  return (await tx.$count(calendarConnections, whereSame)) > 0
}

/** What the host would type to connect the account with its new password or address. */
function typedAgain(
  { calendarProviders, encryption }: Deps,
  connection: ConnectionRow,
  change: Change,
): TypedAccount {
  const { provider, name, keyId } = connection
  if (provider === 'ics' && change.url !== undefined) return { provider, url: change.url, name }
  if (provider === 'caldav' && change.password !== undefined) {
    const credential = encryption.decrypt(connection.credential, keyId)
    // It is empty once the host's account was closed.
    const known = credential ? calendarProviders.caldav.addressOf(credential) : null
    const server = connection.address ?? known ?? connection.server ?? ''
    return { provider, server, username: name, password: change.password }
  }
  throw invalid(
    change.url === undefined
      ? { password: 'Only CalDAV accounts have a password here' }
      : { url: 'Only feeds have an address here' },
  )
}

async function rename({ db, now }: Deps, connection: ConnectionRow, name: string): Promise<void> {
  const whereOfFeed = and(eq(calendars.hostId, connection.hostId), eq(calendars.connectionId, connection.id))
  await db.transaction(async (tx) => {
    await tx.update(calendarConnections).set({ name, updatedAt: now() }).where(whereConnection(connection))
    await tx.update(calendars).set({ name }).where(whereOfFeed)
  })
}

/** The host has seen what the account would block, and chose what counts. */
async function review(deps: Deps, connection: ConnectionRow, checked: readonly string[]): Promise<void> {
  const { hostId, id } = connection
  const whereOfAccount = and(eq(calendars.hostId, hostId), eq(calendars.connectionId, id))
  const own = await deps.db.select().from(calendars).where(whereOfAccount)
  if (checked.some((calendarId) => !own.some((calendar) => calendar.calendarId === calendarId))) {
    throw invalid({ checkedCalendars: 'Choose among the calendars of this account' })
  }
  const chosen = own.filter(({ calendarId }) => checked.includes(calendarId))
  await Promise.all(
    chosen.filter(({ isChecked }) => !isChecked).map((calendar) => requireReadable(deps, calendar)),
  )
  await deps.db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    if (!(await keepConnected(tx, connection))) throw notFound()
    await tx.update(calendarConnections).set({ reviewedAt: deps.now() }).where(whereConnection(connection))
    const whereChosen = inArray(calendars.calendarId, [...checked])
    await tx.update(calendars).set({ isChecked: true }).where(and(whereOfAccount, whereChosen))
    const whereOther = notInArray(calendars.calendarId, [...checked])
    await tx.update(calendars).set({ isChecked: false }).where(and(whereOfAccount, whereOther))
    for (const calendarId of checked) await mirrorCalendar(tx, hostId, calendarId, deps.now())
  })
}
