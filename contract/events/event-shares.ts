/**
 * What someone an event is shared with may do. Both roles see its bookings and fill in the private notes; `manage` also
 * moves and cancels bookings.
 */
export const shareRoles = ['view', 'manage'] as const
export type ShareRole = (typeof shareRoles)[number]

export const shareRoleLabels: Record<ShareRole, string> = { view: 'View', manage: 'Manage' }

/** Why the person isn't emailed that something is shared with them. They have access all the same. */
export const unsentShareMails = {
  hadAccess: 'They already had access, so we sent no new email.',
  tooManyToday: (limit: number) =>
    `We didn’t email them, because you shared with ${limit} people today. Please tell them yourself.`,
  tooManyMails: (limit: number) =>
    `We didn’t email them, because they already got ${limit} such emails today. Please tell them yourself.`,
} as const

/** How many people one event can be shared with. */
export const MAX_EVENT_SHARES = 20

/** The id of the caller's own share in `unshareEvent`. */
export const OWN_SHARE = 'me'
