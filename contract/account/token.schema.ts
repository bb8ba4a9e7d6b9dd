import { z } from 'zod'
import { authorizationParameters } from './oauth.ts'
import { scopes } from '../scopes.ts'

/** A program that may act for its host, as its host sees it. Its id can't be used to act. */
export const connectedToken = z.object({
  id: z.string(),
  /** `Chrome on macOS`; null if unknown. */
  device: z.string().nullable(),
  scopes: z.array(z.enum(scopes)),
  connectedAt: z.string(),
  /** To the hour. */
  lastUsedAt: z.string(),
})
export type ConnectedToken = z.infer<typeof connectedToken>

const parameter = z.string('A parameter of the request is missing').max(2048, 'A parameter is too long')

/** A request of a client that the host approves. */
export const authorizationInput = z.object(
  Object.fromEntries(authorizationParameters.map((name) => [name, parameter])) as Record<
    (typeof authorizationParameters)[number],
    typeof parameter
  >,
)
