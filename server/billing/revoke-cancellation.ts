import type { Handler } from '../endpoint.ts'
import { setToEnd } from './cancel-subscription.ts'

export const revokeCancellation: Handler<'revokeCancellation'> = ({ deps, caller }) =>
  setToEnd(deps, caller.hostId, false)
