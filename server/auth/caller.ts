import type { Scope } from '../../contract/scopes.ts'

/** Who makes a call, and what they may do. */
export interface Caller {
  /** How they identify themselves. */
  kind: 'session'
  /** The host on whose behalf they act. */
  hostId: string
  scopes: readonly Scope[]
  /** Hash of the token they sent. */
  tokenHash: string
}
