import { startAttempt } from '../../google-consent/start-attempt.ts'
import type { Handler } from '../../http/endpoint.ts'

/** The host may have several accounts at Google, so it asks which one. */
export const authorizeConnection: Handler<'authorizeConnection'> = ({ deps, caller }) =>
  startAttempt(deps, { prompt: 'consent select_account', hostId: caller.hostId })
