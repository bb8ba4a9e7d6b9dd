import type { Scope } from '../../contract/scopes.ts'

/** Who makes a call, and what they may do. */
export interface Caller {
  /** How they identify themselves: a signed-in host, or a program that acts for one. */
  kind: 'session' | 'token'
  /** The host on whose behalf they act. */
  hostId: string
  scopes: readonly Scope[]
  /** Hash of the token they sent. */
  tokenHash: string
}

/** Whether the caller may do this, alone by their scopes. Nobody in particular has none. */
export const hasScope = (caller: Caller | null, scope: Scope) => caller?.scopes.includes(scope) ?? false
