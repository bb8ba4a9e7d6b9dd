import { CalendarCheck2, Clock, Pencil } from 'lucide-react'
import { memo } from 'react'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { meetViaLabels } from '../../../../contract/events/event-options.ts'
import { EditEventLink } from '../../parts/edit-event-link.tsx'
import { labelEvents } from '../../data/label-calls.ts'
import { Labeling } from '../../parts/labels/labeling.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EventBadges } from './event-badges.tsx'
import { type EventButtonsProps, ShareButtons, StateButtons } from './event-buttons.tsx'

export interface EventProps extends EventButtonsProps {
  /** Epoch milliseconds. */
  now: number
}

export const EventCard = memo(function EventCard({ event, now, onOpen, onChange }: EventProps) {
  const { id, title, description, isArchived } = event
  return (
    <article
      aria-label={title}
      className={`relative flex h-full flex-col gap-3 rounded-lg border border-line bg-surface px-4 pt-5 pb-3 shadow-sm transition-colors hover:border-line-strong sm:px-5 ${
        isArchived ? 'border-dashed' : ''
      }`}
    >
      <div className="flex items-start gap-1">
        <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          <EventBadges event={event} now={now} />
        </div>
        <EditEventLink
          eventId={id}
          aria-label={`Edit ${title}`}
          className={`${buttonClass({ variant: 'quiet', size: 'icon' })} relative z-1 -mt-1.5 -mr-2.5`}
        >
          <Pencil aria-hidden="true" />
        </EditEventLink>
      </div>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug font-semibold wrap-anywhere">
          <EventLink event={event} />
        </h2>
        {description && (
          <p dir="auto" className="mt-1 line-clamp-2 text-left text-muted text-pretty wrap-anywhere">
            {description}
          </p>
        )}
      </div>
      <EventFacts event={event} />
      <Labeling
        name={title}
        labelIds={event.labelIds}
        onChange={(change) => void labelEvents([id], change)}
        className="*:relative"
      />
      <div className="mt-auto flex flex-wrap gap-2 pt-2 pb-1 *:relative max-sm:*:grow">
        <ShareButtons event={event} onOpen={onOpen} />
      </div>
      {/* Aligns the icons of these quiet buttons with the text above. */}
      <div className="-mx-4 flex flex-wrap gap-1 border-t border-line px-1.5 pt-3 *:relative sm:-mx-5 sm:px-2.5">
        <StateButtons event={event} onOpen={onOpen} onChange={onChange} />
      </div>
    </article>
  )
})

/** An event in a long list: the same as its card, in one line. */
export const EventRow = memo(function EventRow({ event, now, onOpen, onChange }: EventProps) {
  const { id, title, isArchived } = event
  return (
    <article
      aria-label={title}
      className={`relative h-full rounded-lg border border-line bg-surface px-4 py-2.5 shadow-sm transition-colors hover:border-line-strong ${
        isArchived ? 'border-dashed' : ''
      }`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 @min-[50rem]:flex-nowrap">
        <div className="min-w-0 flex-1 basis-full @min-[50rem]:basis-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="min-w-0 truncate leading-6 font-semibold">
              <EventLink event={event} />
            </h2>
            <span className="flex flex-wrap gap-1.5">
              <EventBadges event={event} now={now} />
            </span>
          </div>
          <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <EventFacts event={event} />
            <Labeling
              name={title}
              labelIds={event.labelIds}
              onChange={(change) => void labelEvents([id], change)}
              className="relative"
            />
          </div>
        </div>
        <div className="relative flex items-center gap-0.5 max-[30rem]:-ml-1">
          <ShareButtons event={event} onOpen={onOpen} isRow />
          <StateButtons event={event} onOpen={onOpen} onChange={onChange} isRow />
        </div>
      </div>
    </article>
  )
})

/** The whole card or row is clickable, and its other controls lie above it. */
const EventLink = ({ event: { id, title } }: { event: ListedEvent }) => (
  <EditEventLink eventId={id} className="after:absolute after:inset-0 after:rounded-lg">
    <bdi>{title}</bdi>
  </EditEventLink>
)

function EventFacts({ event }: { event: ListedEvent }) {
  const { duration, bookingsCount, meetVia } = event
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted tabular-nums [&_svg]:size-4">
      <li className="flex items-center gap-1.5">
        <Clock aria-hidden="true" /> {duration} minutes
      </li>
      <li className="flex items-center gap-1.5">
        <CalendarCheck2 aria-hidden="true" /> {bookingsCount} {bookingsCount === 1 ? 'booking' : 'bookings'}
      </li>
      <li>{meetViaLabels[meetVia]}</li>
    </ul>
  )
}
