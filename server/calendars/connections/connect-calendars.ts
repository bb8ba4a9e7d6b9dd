import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { messages } from '../../../contract/errors.ts'
import type { newConnection } from '../../../contract/calendars/calendar-connections.schema.ts'
import { recordActivity } from '../../hosts/record-activity.ts'
import { exchangeAttempt } from '../../google-consent/exchange-attempt.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { ConnectionRow } from '../../db/tables/calendars.ts'
import { readHost } from '../../hosts/read-host.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Handler } from '../../http/endpoint.ts'
import { AppError } from '../../http/errors.ts'
import { assertWithinQuotas } from '../../hosts/quotas.ts'
import { calendarIdOf } from '../calendar-id.ts'
import type { CalendarSummary } from '../../adapters/calendar-provider.ts'
import { refreshCalendars, storeCalendars } from '../refresh-calendars.ts'
import { connectionById } from './connection-view.ts'
import { giveBackLater } from './give-back.ts'
import { type Account, saveConnection } from './save-connection.ts'
import { tryAccount } from './try-account.ts'

export const connectCalendars: Handler<'connectCalendars'> = async ({ deps, caller, body }) => {
  const opened = await open(deps, caller.hostId, body)
  const connection = await store(deps, opened).catch(async (error: unknown) => {
    if (error instanceof AppError) await discard(deps, opened)
    throw error
  })
  // Without permission for its calendars, the host sees what is missing.
  if (opened.calendars === null) await refreshCalendars(deps, connection).catch(() => [])
  deps.wake()
  return connectionById(deps, connection)
}

interface Opened {
  account: Account
  credential: string
  /** Null if they aren't known yet. */
  calendars: CalendarSummary[] | null
}

async function open(deps: Deps, hostId: string, input: z.output<typeof newConnection>): Promise<Opened> {
  if (input.provider === 'google') return openGoogle(deps, hostId, input)
  const { calendars, credential, ...account } = await tryAccount(deps, hostId, input)
  return {
    account: { hostId, id: randomUUID(), provider: input.provider, ...account },
    credential,
    calendars,
  }
}

/** Reconnects the account that the host signs in with, if that is the one they chose. */
async function openGoogle(
  deps: Deps,
  hostId: string,
  { code, stateToken }: { code: string; stateToken: string },
): Promise<Opened> {
  const { profile, refreshToken, scopes } = await exchangeAttempt(deps, { code, stateToken, hostId })
  if (refreshToken === null) {
    throw new AppError('sign_in_refused', 'Google didn’t allow access to this account. Please try again.')
  }
  const { googleSub } = await readHost(deps.db, hostId)
  const isSignIn = profile.sub === googleSub
  const account = {
    hostId,
    id: isSignIn ? hostId : randomUUID(),
    provider: 'google' as const,
    account: profile.sub,
    name: profile.email,
    grantedScopes: scopes,
    reviewedAt: isSignIn ? deps.now() : null,
  }
  return { account, credential: refreshToken, calendars: null }
}

async function store(deps: Deps, { account, credential, calendars }: Opened): Promise<ConnectionRow> {
  return deps.db.transaction(async (tx) => {
    // They may have closed their account while the provider was asked.
    if ((await lockHost(tx, account.hostId)).isClosed)
      throw new AppError('invalid_token', messages.invalidToken)
    const stored = await saveConnection(tx, deps, account, credential)
    if (calendars !== null) {
      const listed = calendars.map((calendar) => ({ ...calendar, id: calendarIdOf(stored, calendar.id) }))
      // Feeds are often slow, and rarely so important that a page should close.
      await storeCalendars(tx, stored, listed, stored.provider === 'ics' ? 'lastKnown' : 'close')
    }
    // Of an account that was connected before, the earlier id stays.
    if (stored.id === account.id && stored.id !== account.hostId) {
      const details = { name: stored.name }
      await recordActivity(tx, account.hostId, { kind: 'calendar_account_added', details }, deps.now())
    }
    await assertWithinQuotas(tx, account.hostId)
    return stored
  })
}

/** Gives back what was granted for an account that can't be stored. */
async function discard({ db, encryption, now, wake }: Deps, { account, credential }: Opened): Promise<void> {
  const access = { credential: encryption.encrypt(credential), keyId: encryption.keyId }
  await db.transaction((tx) => giveBackLater(tx, { ...account, ...access, id: randomUUID() }, now()))
  wake('jobs')
}
