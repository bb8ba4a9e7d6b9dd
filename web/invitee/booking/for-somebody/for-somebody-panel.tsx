import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { instantToLocalDateTime, localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import type { Answer } from '../../../../contract/custom-fields/custom-fields.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import type { SlotExplanation } from '../../../../contract/events/slot-explanation.schema.ts'
import { isHour12, momentText } from '../../../../contract/time/time-text.ts'
import { withOffset } from '../../../../contract/time/with-offset.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { minutesOf } from '../../../../contract/hours/weekly-availability.ts'
import { isUnreadable, UNREADABLE_TIME } from '../../../fields/clock-text.ts'
import { FieldControl } from '../../../fields/field-control.tsx'
import { canBookAnyway, closingText, fixedReasons } from '../../../texts/closing-text.ts'
import { call } from '../../call.ts'
import { withToken } from './use-for-somebody.ts'

interface ForSomebodyPanelProps {
  event: { id: string; bookingUrlId: string }
  /** Minutes. */
  duration: number
  token: string | null
  /** Whether the session in this browser is another host's. */
  isOthers: boolean
  viewer: Viewer
  /** The time that the host books although it isn't offered (ISO 8601), or null. */
  anyway: string | null
  /** The time in the address if it isn't offered (ISO 8601), or null. */
  wanted: string | null
  onOffered: (startUtc: string) => void
  onAnyway: (startUtc: string) => void
  /** No other time is chosen anymore, because the host types one. */
  onTyped: () => void
  /** What to do about the entered time before it can be booked, or null; and its start. */
  onNotChosen: (text: string | null, startUtc: string | null) => void
}

/** Tells the host whom they book for, and offers times that nobody else can book. */
export default function ForSomebodyPanel({ token, isOthers, ...props }: ForSomebodyPanelProps) {
  return (
    <div className="note for-somebody">
      {isOthers ? (
        <p>
          <strong>Only this event’s host can book for somebody.</strong> You’re signed in with another
          account, so what you book here is for yourself.
        </p>
      ) : token === null ? (
        <p>
          Sign in to Boomtime in this browser to book for somebody. <a href={paths.signIn}>Sign in</a>
        </p>
      ) : (
        <>
          <p>
            <strong>You’re booking for somebody.</strong> Pick a time and enter their name and email. They’ll
            get the confirmation.
          </p>
          <OtherTime token={token} {...props} />
        </>
      )}
    </div>
  )
}

const dateField = { type: 'date', label: 'Date', description: '', options: [], isRequired: false }
const timeField = { type: 'time', label: 'Start time', description: '', options: [], isRequired: false }

function OtherTime({
  event: { id: eventId, bookingUrlId },
  duration,
  token,
  viewer,
  anyway,
  wanted,
  onOffered,
  onAnyway,
  onTyped,
  onNotChosen,
}: Omit<ForSomebodyPanelProps, 'token' | 'isOthers'> & { token: string }) {
  const first =
    wanted === null
      ? { date: '', time: '' }
      : instantToLocalDateTime(Date.parse(wanted), zoneTable(viewer.timeZone), 'start')
  const [isOpen, setIsOpen] = useState(wanted !== null)
  const [date, setDate] = useState(first.date)
  const [time, setTime] = useState(first.time)
  const [found, setFound] = useState<SlotExplanation | null>(null)
  const [problem, setProblem] = useState('')
  // Of a time that clocks show twice, the wanted one may be the second.
  const isWanted = date === first.date && time === first.time
  const start = isWanted ? wanted : startOf(date, time, viewer)
  const chosen = useRef<HTMLParagraphElement>(null)

  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (isOpen) document.getElementById('other-date')?.focus()
  }, [isOpen])
  useLayoutEffect(() => {
    if (anyway !== null) chosen.current?.focus()
  }, [anyway])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- What was found is about another time.
    setFound(null)
    setProblem('')
    onNotChosen(null, start)
    if (start === null || !isOpen) return
    const request = new AbortController()
    void call(
      'explainSlot',
      { params: { id: eventId }, query: { start, duration: String(duration), bookingUrlId } },
      { headers: withToken(token), signal: request.signal },
    ).then(
      (explanation) => {
        setFound(explanation)
        onNotChosen(notChosenText(explanation, viewer), start)
      },
      (error: unknown) => {
        if (!request.signal.aborted) setProblem(problemText(error))
      },
    )
    return () => request.abort()
  }, [start, isOpen, eventId, bookingUrlId, duration, token, viewer, onNotChosen])

  if (!isOpen) {
    return (
      <button type="button" className="button quiet" onClick={() => setIsOpen(true)}>
        Pick another time
      </button>
    )
  }
  const set = (change: (text: string) => void) => (answer: Answer) => {
    change(String(answer))
    onTyped()
  }
  return (
    <div className="other-time">
      <FieldControl id="other-date" field={dateField} answer={date} onChange={set(setDate)} />
      <FieldControl
        id="other-time"
        field={timeField}
        answer={time}
        error={isUnreadable(time) ? UNREADABLE_TIME : null}
        timeFormat={isHour12(viewer) ? '12hour' : '24hour'}
        onChange={set(setTime)}
      />
      <div role="status" className="other-time-result">
        {problem !== '' && <p className="alert">{problem}</p>}
        {start !== null && found === null && problem === '' && <p>Checking...</p>}
        {found?.isOffered && (
          <>
            <p>{withOffset(momentText(found.startUtc, viewer), found.startUtc, viewer)} is offered.</p>
            <button type="button" className="button quiet" onClick={() => onOffered(found.startUtc)}>
              Choose this time
            </button>
          </>
        )}
        {found && !found.isOffered && (
          <>
            <p>{withOffset(momentText(found.startUtc, viewer), found.startUtc, viewer)} isn’t offered:</p>
            <ul>
              {found.reasons.map((reason) => {
                const text = closingText(reason, viewer)
                return <li key={text}>{text}</li>
              })}
            </ul>
            {canBookAnyway(found) &&
              (anyway === found.startUtc ? (
                <p ref={chosen} tabIndex={-1}>
                  <strong>This time is chosen.</strong> Fill in the details to book it anyway.
                </p>
              ) : (
                <button type="button" className="button quiet" onClick={() => onAnyway(found.startUtc)}>
                  Choose anyway
                </button>
              ))}
          </>
        )}
      </div>
    </div>
  )
}

function notChosenText(found: SlotExplanation, viewer: Viewer): string {
  const time = withOffset(momentText(found.startUtc, viewer), found.startUtc, viewer)
  if (found.isOffered) return `${time} is offered. Select “Choose this time” to book it.`
  return canBookAnyway(found)
    ? `${time} isn’t offered. Select “Choose anyway” to book it, or pick another time.`
    : [`${time} can’t be booked.`, ...fixedReasons(found).map((reason) => closingText(reason, viewer))].join(
        ' ',
      )
}

function startOf(date: string, time: string, viewer: Viewer): string | null {
  if (minutesOf(time) === null) return null
  try {
    const at = localDateTimeToInstant(date, time, zoneTable(viewer.timeZone), 'start')
    return new Date(at).toISOString()
  } catch {
    return null
  }
}

function problemText(error: unknown): string {
  if (error instanceof CallFailed && error.status === 404)
    return 'Only the event’s host can check other times.'
  if (error instanceof CallFailed && (error.status === 401 || error.status === 403)) {
    return 'Your session has ended. Sign in to Boomtime in this browser and reload this page.'
  }
  return 'We couldn’t check this time. Please try again.'
}
