import { Clock, Globe, MapPin, Phone, Video } from 'lucide-react'
import { messages } from '../../../contract/errors.ts'
import { meetViaLabels } from '../../../contract/event-options.ts'
import { periodStatus } from '../../../contract/event-periods.ts'
import { plainLine, plainText } from '../../../contract/plain-text.ts'
import {
  type DayAvailability,
  minutesOf,
  timeSlotErrors,
  type WeeklyAvailability,
  weekdays,
} from '../../../contract/weekly-availability.ts'
import { useSession } from '../session/session.ts'
import { useNow } from '../../ui/use-now.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { dayNames } from '../hours/day-names.ts'
import { boundsOf } from './event-bounds.ts'
import type { EventDraft } from './event-draft.ts'
import { boundFields, draftErrors } from './event-errors.ts'
import { formatTimeZone } from '../time/format-time-zone.ts'
import { hourText } from '../../fields/clock-text.ts'

const meetIcons = {
  'google-meet': Video,
  zoom: Video,
  teams: Video,
  phone: Phone,
  'in-person': MapPin,
} as const

/** The event as invitees will see it, updated while typing. */
export function Preview({ draft, week }: { draft: EventDraft; week: WeeklyAvailability }) {
  const session = useSession()
  const now = useNow()
  const title = plainLine(draft.title)
  const description = plainText(draft.description)
  const closed = closedText(draft, now)
  const MeetIcon = meetIcons[draft.meetVia]
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-muted">{session.status === 'signedIn' ? session.user.name : ''}</p>
        <p className={`text-lg leading-snug font-semibold wrap-anywhere ${title ? '' : 'text-muted'}`}>
          {title || 'Untitled event'}
        </p>
      </div>
      <ul className="flex flex-col gap-1.5 text-muted [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&>li]:flex [&>li]:gap-2">
        <li>
          <Clock aria-hidden="true" />
          {durationText(draft)}
        </li>
        <li>
          <MeetIcon aria-hidden="true" />
          {meetViaLabels[draft.meetVia]}
        </li>
        <li>
          <Globe aria-hidden="true" />
          {formatTimeZone(draft.timezone)}
        </li>
      </ul>
      {description && <p className="whitespace-pre-line wrap-anywhere">{description}</p>}
      {closed && (
        <p className="rounded-md bg-warning-tint px-3 py-2 text-warning" role="status">
          Invitees see: {closed}
        </p>
      )}
      <WeekBars week={week} />
    </div>
  )
}

/** `30 minutes`, or `30, 45 or 60 minutes` if people can choose. */
function durationText(draft: EventDraft): string {
  const errors = draftErrors(draft)
  if (errors.duration || draft.duration === null) return '–'
  const others = errors['rules.durations'] ? [] : draft.rules.durations
  const all = [...new Set([draft.duration, ...others])].toSorted((a, b) => a - b)
  return `${all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : all[0]} minutes`
}

/** Replaces the times when nobody can book. */
function closedText(draft: EventDraft, now: number): string | null {
  if (!draft.isEnabled || draft.isArchived) return messages.eventNotAccepting
  const errors = draftErrors(draft)
  // Unfinished dates and times can't be converted to instants.
  if (errors.timezone || boundFields.some((field) => errors[field])) return null
  const { bookingStartUtc: start, bookingEndUtc: end } = boundsOf(draft)
  return closedMessages[periodStatus({ start, end }, draft.timezone, now)]
}

const closedMessages = {
  'not-started': 'This event is not yet accepting bookings',
  ended: 'This event is no longer accepting bookings',
  active: null,
} as const

const DAY = 24 * 60

function soundSlots({ enabled, slots }: DayAvailability) {
  const errors = timeSlotErrors(slots)
  return enabled ? slots.filter((_, index) => errors[index] === null) : []
}

function WeekBars({ week }: { week: WeeklyAvailability }) {
  const { timeFormat } = useHostTime()
  const bars = weekdays.map((day) => ({
    day,
    ranges: soundSlots(week[day]).map(({ start, end }) => ({ from: minutesOf(start)!, to: minutesOf(end)! })),
  }))
  return (
    // A picture of the weekly hours, which the weekly section has as text.
    <div aria-hidden="true" className="mt-1 grid gap-1 border-t border-line pt-4">
      {bars.map(({ day, ranges }) => (
        <div key={day} className="grid grid-cols-[2rem_1fr] items-center text-xs text-muted">
          {dayNames[day].slice(0, 3)}
          <div className="relative h-2.5 overflow-hidden rounded-full bg-sunken forced-colors:border">
            {ranges.map(({ from, to }) => (
              <div
                key={`${from}-${to}`}
                className="absolute inset-y-0 rounded-full bg-brand forced-colors:bg-[Highlight]"
                style={{ left: `${(from / DAY) * 100}%`, width: `${((to - from) / DAY) * 100}%` }}
              />
            ))}
          </div>
        </div>
      ))}
      <div className="ml-8 flex justify-between text-xs text-muted tabular-nums">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hourText(hour, timeFormat)}</span>
        ))}
      </div>
    </div>
  )
}
