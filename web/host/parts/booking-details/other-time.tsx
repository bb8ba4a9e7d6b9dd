import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { instantToLocalDateTime, localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { isSlotDate } from '../../../../contract/events/rule-errors.ts'
import { momentText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { withOffset } from '../../../../contract/time/with-offset.ts'
import { minutesOf } from '../../../../contract/hours/weekly-availability.ts'
import { UNREADABLE_TIME } from '../../../fields/clock-text.ts'
import { canBookAnyway, closingText } from '../../../texts/closing-text.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField, UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { TimeField } from '../../../fields/time-field.tsx'
import { moveExplanationQuery } from '../../data/booking-calls.ts'
import { useHostTime } from '../time/use-host-time.ts'
import type { NewTime } from './move-frame.tsx'

interface OtherTimeProps {
  booking: { id: string; eventId: string; startUtc: string }
  viewer: Viewer
  chosen: NewTime | null
  onChoose: (time: NewTime | null) => void
}

/** Lets the host move a booking to a time that isn't offered, with what closes it. */
export function OtherTime(props: OtherTimeProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <AnyTime {...props} />
  return (
    <Button variant="quiet" className="justify-self-start" onClick={() => setIsOpen(true)}>
      Pick another time
    </Button>
  )
}

function AnyTime({ booking, viewer, chosen, onChoose }: OtherTimeProps) {
  const { timeFormat } = useHostTime()
  const zone = zoneTable(viewer.timeZone)
  const now = instantToLocalDateTime(Date.parse(booking.startUtc), zone, 'start')
  const [date, setDate] = useState<string | null>(now.date)
  const [time, setTime] = useState(now.time)
  const fields = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLParagraphElement>(null)
  // The buttons that had the focus are gone.
  useEffect(() => fields.current?.focus(), [])
  const isTime = minutesOf(time) !== null
  // Of a time that clocks show twice, the booking may have the second.
  const isNow = date === now.date && time === now.time
  const start =
    date === null || !isSlotDate(date) || !isTime || isNow
      ? null
      : new Date(localDateTimeToInstant(date, time, zone, 'start')).toISOString()
  const isOther = start !== null && Date.parse(start) !== Date.parse(booking.startUtc)
  const query = useQuery({
    ...moveExplanationQuery(booking, start ?? ''),
    enabled: isOther,
    placeholderData: keepPreviousData,
  })
  const found = isOther && !query.isPlaceholderData ? query.data : undefined
  const when = found && withOffset(momentText(found.startUtc, viewer), found.startUtc, viewer)
  const isChosen =
    found !== undefined && chosen !== null && Date.parse(chosen.startUtc) === Date.parse(found.startUtc)
  const hasPicked = useRef(false)
  useEffect(() => {
    if (isChosen && hasPicked.current) answer.current?.focus()
    hasPicked.current = false
  }, [isChosen])
  const set =
    <Value,>(change: (value: Value) => void) =>
    (value: Value) => {
      change(value)
      onChoose(null)
    }
  return (
    <div
      ref={fields}
      tabIndex={-1}
      role="group"
      aria-label="Another time"
      className="grid gap-3 outline-none"
    >
      <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] items-start gap-3">
        <DateField
          label="Date"
          value={date}
          error={date === UNFINISHED_DATE ? 'Enter a complete date' : undefined}
          onChange={set(setDate)}
        />
        <TimeField
          label="Start time"
          value={time}
          error={isTime ? undefined : UNREADABLE_TIME}
          timeFormat={timeFormat}
          whenEmpty={now.time}
          onChange={set(setTime)}
        />
      </div>
      <div aria-live="polite" className="grid justify-items-start gap-2">
        {isOther && query.isPending && <LoadingLine>Checking...</LoadingLine>}
        {isOther && query.isError && (
          <p role="alert" className="text-danger">
            {query.error instanceof CallFailed
              ? query.error.message
              : 'We couldn’t check this time. Please try again.'}
          </p>
        )}
        {found?.isOffered && <p>{when} is offered.</p>}
        {found && !found.isOffered && (
          <>
            <p className="font-medium">{when} isn’t offered:</p>
            <ul className="grid list-disc gap-1 pl-5">
              {found.reasons.map((reason) => {
                const text = closingText(reason, viewer)
                return (
                  <li key={text} className="wrap-anywhere">
                    {text}
                  </li>
                )
              })}
            </ul>
          </>
        )}
        {isChosen ? (
          <p ref={answer} tabIndex={-1} className="font-medium">
            This time is chosen. Select “Move booking” to confirm.
          </p>
        ) : (
          found &&
          (found.isOffered || canBookAnyway(found)) && (
            <Button
              size="sm"
              onClick={() => {
                hasPicked.current = true
                onChoose({ startUtc: found.startUtc, isAnyway: !found.isOffered })
              }}
            >
              {found.isOffered ? 'Choose this time' : 'Choose anyway'}
            </Button>
          )
        )}
      </div>
    </div>
  )
}
