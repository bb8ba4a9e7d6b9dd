import { type BookingObstacle, findObstacles } from '../../../../contract/bookings/booking-obstacles.ts'
import type { Event } from '../../../../contract/events/event.schema.ts'
import { locationLabels, type MeetVia } from '../../../../contract/events/event-options.ts'
import { momentText, zoneName } from '../../../../contract/time/time-text.ts'
import type { User } from '../../../../contract/account/user.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'

type SharedEvent = Pick<Event, 'meetVia' | 'location' | 'bookingStartUtc'> &
  Parameters<typeof findObstacles>[0]

export interface ShareProblems {
  /** Why nobody can book, and what to do about it. */
  blocking: string[]
  /** What people who book will miss. */
  missing: string[]
}

const obstacleTexts: Record<Exclude<BookingObstacle, 'booking-not-open' | 'too-long'>, string> = {
  archived: 'The event is archived. Unarchive it to take bookings.',
  paused: 'The event is paused. Turn on Active to take bookings.',
  'event-ended': 'The event period is over. Choose a later end date.',
  'booking-ended': 'The booking period is over. Choose a later end date, or clear it.',
  'window-ended': 'The last date that people can book is over. Choose a later one under “More rules”.',
  'no-hours': 'There are no weekly hours. Turn on a day and add a time.',
  'no-hours-in-period': 'No weekly hours are left in the event period. Change the hours or the dates.',
}

const locationTexts: Partial<Record<MeetVia, string>> = {
  zoom: 'There’s no meeting link. Add it so people know how to join.',
  teams: 'There’s no meeting link. Add it so people know how to join.',
  phone: 'There’s no phone number. Add it so people know where to call.',
  'in-person': 'There’s no address. Add it so people know where to go.',
}

/** What the host should know before sharing an event's link. */
export function shareProblems(
  event: SharedEvent,
  calendarConnection: User['calendarConnection'],
  viewer: Viewer,
  now: number,
): ShareProblems {
  const blocking = findObstacles(event, now).map((obstacle) => {
    if (obstacle === 'booking-not-open') {
      const opens = momentText(event.bookingStartUtc!, { ...viewer, timeZone: event.timezone })
      return `Booking opens on ${opens}, ${zoneName(event.timezone)}. To open it now, clear the start date.`
    }
    if (obstacle === 'too-long') {
      return `At ${event.duration} minutes, the meeting doesn’t fit into any of your weekly hours. Shorten it or add longer hours.`
    }
    return obstacleTexts[obstacle]
  })
  if (calendarConnection !== 'connected') {
    blocking.push('Your calendar isn’t connected. Connect it so we can offer times.')
  }
  const hasLocation = locationLabels[event.meetVia] === null || event.location.trim() !== ''
  const missing = hasLocation ? [] : [locationTexts[event.meetVia]!]
  return { blocking, missing }
}
