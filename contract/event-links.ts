/** Limits and messages of one-off links. Free of schemas because the browser imports them. */
export const eventLinkLimits = {
  /** Characters. */
  name: 100,
  uses: 1000,
} as const

export const eventLinkMessages = {
  uses: `Use a whole number of bookings from 1 to ${eventLinkLimits.uses}`,
  past: 'Choose a time in the future',
} as const

/** What a link can no longer be used for. */
export type LinkState = 'open' | 'expired' | 'used-up'

interface LinkUse {
  expiresAt: number | null
  maxUses: number | null
  uses: number
}

/** Instants are epoch milliseconds. */
export function linkState({ expiresAt, maxUses, uses }: LinkUse, now: number): LinkState {
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'used-up' : 'open'
}
