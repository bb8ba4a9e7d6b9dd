import type { Handler } from '../http/endpoint.ts'
import { setCancelAtPeriodEnd } from './cancel-subscription.ts'

export const revokeCancellation: Handler<'revokeCancellation'> = ({ deps, caller }) =>
  setCancelAtPeriodEnd(deps, caller.hostId, false)
