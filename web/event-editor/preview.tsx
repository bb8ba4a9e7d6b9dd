import { Clock, Globe, MapPin, Phone, Video } from 'lucide-react'
import { meetViaLabels } from '../../contract/event-options.ts'
import { minutesOf, type WeeklyAvailability, weekdays } from '../../contract/weekly-availability.ts'
import { useSession } from '../session.ts'
import { dayNames } from './day-names.ts'
import type { EventDraft } from './event-draft.ts'
import { zoneLabel } from './zone-label.ts'

const meetIcons = {
  'google-meet': Video,
  zoom: Video,
  teams: Video,
  phone: Phone,
  'in-person': MapPin,
} as const

/** How the event will introduce itself to an invitee, as it is being written. */
export function Preview({ draft }: { draft: EventDraft }) {
  const session = useSession()
  const MeetIcon = meetIcons[draft.meetVia]
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-muted">{session.status === 'signedIn' ? session.user.name : ''}</p>
        <p
          className={`text-lg leading-snug font-semibold wrap-anywhere ${draft.title.trim() ? '' : 'text-muted'}`}
        >
          {draft.title.trim() || 'Untitled event'}
        </p>
      </div>
      <ul className="flex flex-col gap-1.5 text-muted [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&>li]:flex [&>li]:gap-2">
        <li>
          <Clock aria-hidden="true" />
          {draft.duration === null ? '–' : `${draft.duration} minutes`}
        </li>
        <li>
          <MeetIcon aria-hidden="true" />
          {meetViaLabels[draft.meetVia]}
        </li>
        <li>
          <Globe aria-hidden="true" />
          {zoneLabel(draft.timezone)}
        </li>
      </ul>
      {draft.description.trim() && (
        <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{draft.description.trim()}</p>
      )}
      <WeekBars week={draft.week} />
    </div>
  )
}

const DAY = 24 * 60

function WeekBars({ week }: { week: WeeklyAvailability }) {
  const bars = weekdays.map((day) => ({
    day,
    ranges: (week[day].enabled ? week[day].slots : []).flatMap(({ start, end }) => {
      const from = minutesOf(start)
      const to = minutesOf(end)
      return from === null || to === null || from >= to ? [] : [{ from, to }]
    }),
  }))
  return (
    // The picture of what the weekly section says in words.
    <div aria-hidden="true" className="mt-1 grid gap-1 border-t border-line pt-4">
      {bars.map(({ day, ranges }) => (
        <div key={day} className="grid grid-cols-[2rem_1fr] items-center text-xs text-muted">
          {dayNames[day].slice(0, 3)}
          <div className="relative h-2.5 overflow-hidden rounded-full bg-sunken">
            {ranges.map(({ from, to }) => (
              <div
                key={`${from}-${to}`}
                className="absolute inset-y-0 rounded-full bg-brand"
                style={{ left: `${(from / DAY) * 100}%`, width: `${((to - from) / DAY) * 100}%` }}
              />
            ))}
          </div>
        </div>
      ))}
      <div className="ml-8 flex justify-between text-xs text-muted tabular-nums">
        <span>0</span>
        <span>6</span>
        <span>12</span>
        <span>18</span>
        <span>24</span>
      </div>
    </div>
  )
}
