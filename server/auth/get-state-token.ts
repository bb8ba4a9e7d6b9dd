import { startAttempt } from '../google-consent/start-attempt.ts'
import type { Handler } from '../http/endpoint.ts'

/**
 * Google returns a refresh token only when somebody consents. A host who consented before but never came back from
 * Google's page would otherwise have an account without a calendar.
 */
export const getStateToken: Handler<'getStateToken'> = ({ deps }) =>
  startAttempt(deps, { prompt: 'consent', hostId: null })
