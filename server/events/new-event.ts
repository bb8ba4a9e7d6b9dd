import { randomBytes } from 'node:crypto'
import type { EventStart } from '../../contract/account/settings-options.ts'
import { defaultWeek } from '../../contract/hours/weekly-availability.ts'

interface Started {
  hostId: string
  id: string
  title: string
  /** From the host's settings. */
  start: EventStart
  now: number
}

/** What a new event has unless its host chooses otherwise. */
export const newEvent = ({ start, now, ...named }: Started) => ({
  ...named,
  bookingLinkId: randomBytes(16).toString('base64url'),
  description: '',
  location: '',
  ...start,
  checkedCalendars: null,
  isEnabled: true,
  isArchived: false,
  eventStart: null,
  eventEnd: null,
  bookingStart: null,
  bookingEnd: null,
  allowUsersToCancel: true,
  allowUsersToEdit: true,
  allowGuestsToChange: true,
  showBookingStartDate: true,
  week: defaultWeek(),
  createdAt: now,
  updatedAt: now,
})
