import { type ShareRole, shareRoleLabels, shareRoles } from '../../../../contract/events/event-shares.ts'

/** What a role allows, for the owner who gives it. */
export const roleTexts: Record<ShareRole, string> = {
  view: 'Sees bookings, answers and private notes, and fills in the notes',
  manage: 'Also moves and cancels bookings',
}

export const roleChoices = shareRoles.map((role) => ({ value: role, label: shareRoleLabels[role] }))
