import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { DAY } from '../../../../availability/units.ts'
import { localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { isSlotDate } from '../../../../contract/events/rule-errors.ts'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import type { ClosingReason, SlotExplanation } from '../../../../contract/events/slot-explanation.schema.ts'
import { momentText, zoneText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { minutesOf } from '../../../../contract/hours/weekly-availability.ts'
import { UNREADABLE_TIME } from '../../../fields/clock-text.ts'
import { closingText } from '../../../texts/closing-text.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField, UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { TimeField } from '../../../fields/time-field.tsx'
import { explanationQuery } from '../../data/event-calls.ts'
import { eventLinksQuery } from '../../data/one-off-link-calls.ts'
import { linkName } from '../../parts/one-off-links/link-text.ts'
import { dateAt } from '../../parts/time/date-at.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'

interface ExplainDialogProps {
  event: Pick<ListedEvent, 'id' | 'title' | 'bookingUrlId' | 'duration' | 'rules'>
  isOpen: boolean
  onClose: () => void
}

/** Shows why a time of an event isn't offered, with links to the settings. */
export function ExplainDialog({ event, isOpen, onClose }: ExplainDialogProps) {
  return (
    <Dialog
      size="lg"
      title="Why isn’t this time offered?"
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <Explanation event={event} />
    </Dialog>
  )
}

function Explanation({ event }: Pick<ExplainDialogProps, 'event'>) {
  const { timezone, timeFormat, viewer } = useHostTime()
  const [date, setDate] = useState<string | null>(() => dateAt(Date.now() + DAY, timezone))
  const [time, setTime] = useState('09:00')
  const [bookingUrlId, setBookingUrlId] = useState(event.bookingUrlId)
  const { data: links = [] } = useQuery(eventLinksQuery(event.id))
  const [chosenDuration, setChosenDuration] = useState(event.duration)
  const linkDurations = links.find((link) => link.bookingUrlId === bookingUrlId)?.rules.durations ?? []
  const durations =
    linkDurations.length > 0
      ? linkDurations
      : [...new Set([event.duration, ...event.rules.durations])].toSorted((a, b) => a - b)
  const duration =
    [chosenDuration, event.duration].find((minutes) => durations.includes(minutes)) ?? durations[0]!
  const isTime = minutesOf(time) !== null
  const start =
    date === null || !isSlotDate(date) || !isTime
      ? null
      : new Date(localDateTimeToInstant(date, time, zoneTable(timezone), 'start')).toISOString()
  const query = useQuery({
    ...explanationQuery(event.id, { start: start ?? '', duration: String(duration), bookingUrlId }),
    enabled: start !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="text-muted wrap-anywhere">
        Pick any time, and see every rule that keeps people from booking{' '}
        <strong className="font-medium text-ink">{event.title}</strong> then.
      </p>
      <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] items-start gap-3">
        <DateField
          label="Date"
          value={date}
          error={date === UNFINISHED_DATE ? 'Enter a complete date' : undefined}
          onChange={setDate}
        />
        <TimeField
          label="Start time"
          value={time}
          error={isTime ? undefined : UNREADABLE_TIME}
          timeFormat={timeFormat}
          whenEmpty="09:00"
          onChange={setTime}
        />
      </div>
      {durations.length > 1 && (
        <Select
          label="Duration"
          choices={durations.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
          value={String(duration)}
          onChange={(minutes) => setChosenDuration(Number(minutes))}
        />
      )}
      {links.length > 0 && (
        <Select
          label="Booked with"
          choices={[
            { value: event.bookingUrlId, label: 'The event’s own link' },
            ...links.map((link, index) => ({
              value: link.bookingUrlId,
              label: linkName(link, links.length - index),
            })),
          ]}
          value={bookingUrlId}
          onChange={setBookingUrlId}
        />
      )}
      <div aria-live="polite" className="grid gap-3">
        {start !== null && query.isPending && <LoadingLine>Checking...</LoadingLine>}
        {query.isError && (
          <p role="alert" className="text-danger">
            {query.error instanceof CallFailed
              ? query.error.message
              : 'We couldn’t check this time. Please try again.'}
          </p>
        )}
        {start !== null && query.isSuccess && (
          <div aria-busy={query.isPlaceholderData} className="grid gap-3">
            <p className="flex items-start gap-2 font-medium [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0">
              {query.data.isOffered ? (
                <CircleCheck aria-hidden="true" className="text-success" />
              ) : (
                <CircleX aria-hidden="true" className="text-danger" />
              )}
              <span>
                {momentText(query.data.startUtc, viewer)}, {zoneText(query.data.startUtc, viewer)},{' '}
                {query.data.isOffered ? 'is offered.' : 'isn’t offered:'}
              </span>
            </p>
            {query.data.reasons.length > 0 && (
              <ul className="divide-y divide-line rounded-md border border-line">
                {query.data.reasons.map((reason) => {
                  const text = closingText(reason, viewer)
                  return (
                    <li
                      key={text}
                      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2.5"
                    >
                      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{text}</span>
                      <SettingLink reason={reason} schedule={query.data.schedule} eventId={event.id} />
                    </li>
                  )
                })}
              </ul>
            )}
          </div>
        )}
      </div>
    </>
  )
}

interface SettingLinkProps {
  reason: ClosingReason
  schedule: SlotExplanation['schedule']
  eventId: string
}

const linkClass =
  'inline-flex shrink-0 items-center text-brand underline underline-offset-2 pointer-coarse:min-h-11'

/** Leads to where a rule is set. Links can’t be changed. */
function SettingLink({ reason, schedule, eventId }: SettingLinkProps) {
  if ('source' in reason && reason.source === 'link') return null
  if (reason.rule === 'notAccepting' && reason.because === 'linkClosed') return null
  if ('source' in reason && reason.source === 'host') {
    return (
      <Link to={paths.availability} className={linkClass}>
        Change limits
      </Link>
    )
  }
  if ('source' in reason && reason.source === 'schedule' && schedule) {
    return (
      <Link to={paths.editSchedule} params={{ scheduleId: schedule.id }} className={linkClass}>
        Edit {schedule.name}
      </Link>
    )
  }
  if (reason.rule === 'past' || reason.rule === 'tooFarAhead' || reason.rule === 'calendarEntry') return null
  if (reason.rule === 'booking') {
    return (
      <Link to={paths.bookings} state={{ openBooking: reason.bookingId }} className={linkClass}>
        Show booking
      </Link>
    )
  }
  if (reason.rule === 'calendar') {
    return (
      <Link to={paths.profile} className={linkClass}>
        Check connection
      </Link>
    )
  }
  if (reason.rule === 'notAccepting' && reason.because === 'subscription') {
    return (
      <Link to={paths.subscription} className={linkClass}>
        See plans
      </Link>
    )
  }
  return (
    <Link to={paths.editEvent} params={{ eventId }} className={linkClass}>
      Edit event
    </Link>
  )
}
