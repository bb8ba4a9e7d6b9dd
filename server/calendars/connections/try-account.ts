import { calendarTroubleTexts, tooManyConnections } from '../../../contract/calendars/calendar-connections.ts'
import type { Deps } from '../../adapters/deps.ts'
import { invalid } from '../../http/errors.ts'
import { countAttempt } from '../../http/attempts.ts'
import {
  CalendarError,
  type CaldavInput,
  type FeedInput,
  type NewAccount,
} from '../../adapters/calendar-provider.ts'
import { onBehalfOf } from '../reading-turns.ts'

export type TypedAccount = ({ provider: 'caldav' } & CaldavInput) | ({ provider: 'ics' } & FeedInput)

/**
 * Opens an account with what its host typed. Throws `validation_failed` with what the host can do about it, and
 * `too_many_requests` after 100 attempts within an hour: nobody tries passwords or addresses from here.
 */
export async function tryAccount(deps: Deps, hostId: string, typed: TypedAccount): Promise<NewAccount> {
  const { calendarProviders } = deps
  await countConnectionAttempt(deps, hostId)
  try {
    return await onBehalfOf(hostId, () =>
      typed.provider === 'caldav'
        ? calendarProviders.caldav.connect(typed)
        : calendarProviders.ics.connect(typed),
    )
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    const trouble = error.trouble ?? (error.reason === 'revoked' ? 'login_refused' : 'unreachable')
    const text = calendarTroubleTexts[trouble]
    if (typed.provider === 'ics') throw invalid({ url: text })
    throw invalid(trouble === 'login_refused' ? { password: text } : { server: text })
  }
}

export const countConnectionAttempt = ({ db, now }: Deps, hostId: string) =>
  countAttempt(db, { address: `connections of ${hostId}`, now: now(), refusal: tooManyConnections })
