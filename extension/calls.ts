/** The calls that the extension makes, and those whose last answers it may show again while a new one is on its way. */
export const callNames = [
  'getBooking',
  'getSettings',
  'listBookings',
  'listEvents',
  'listLabels',
  'listSlots',
  'listTimezones',
  'fillPostBookingFields',
  'labelBookings',
] as const

export type CallName = (typeof callNames)[number]

export const isCallName = (name: unknown): name is CallName => callNames.some((known) => known === name)

/** Whether a call failed because the host may not see what was asked for, or no longer. */
export const isWithheld = ({ status }: { status: number }): boolean => status === 403 || status === 404
