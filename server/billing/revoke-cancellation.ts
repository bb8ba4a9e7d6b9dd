import type { Handler } from '../endpoint.ts'
import { setToEnd } from './cancel-subscription.ts'

export const revokeCancellation: Handler<'revokeCancellation'> = ({ deps, host }) =>
  setToEnd(deps, host.id, false)
