import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import type { CalendarCheck } from '../../../../contract/bookings/invitee-calendar-check.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { startOfDay } from '../../../../availability/wall-time.ts'
import { askGoogle } from './ask-google.ts'
import { type BusyTime, countFree } from './busy-times.ts'
import { CheckFailed, problemText } from './check-problems.ts'
import { readBusyTimes, withoutMeeting } from './read-busy-times.ts'
import { revokeAccess } from './revoke-access.ts'

export interface CheckCalendarProps {
  settings: CalendarCheck
  /** Google's window; null if the browser blocked it. */
  popup: Window | null
  /** The displayed weeks, in days since 1970-01-01. */
  weeks: { first: number; last: number }
  viewer: Viewer
  /** The booking that is being moved, which is in the calendar, too. */
  own: Slot | null
  /** The day's slots and when the invitee is busy; null as long as that isn't known. */
  slots: readonly Slot[]
  busy: readonly BusyTime[] | null
  onBusy: (busy: readonly BusyTime[] | null) => void
  onEnd: (end: { text?: string }) => void
}

/** Asks Google when the invitee is busy. The token stays in this component, and is revoked when it goes. */
export function CheckCalendar(props: CheckCalendarProps) {
  const { settings, popup, weeks, viewer, own, slots, busy, onBusy, onEnd } = props
  const table = zoneTable(viewer.timeZone)
  const from = startOfDay(table, weeks.first)
  // The last day's meetings may end on the next one.
  const to = startOfDay(table, weeks.last + 2)
  const [token, setToken] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const known = useRef(new Map<string, BusyTime[]>())

  useEffect(() => {
    const asking = new AbortController()
    askGoogle(popup, settings, asking.signal).then(setToken, (error: unknown) => {
      if (!asking.signal.aborted) onEnd({ text: problemText(error) })
    })
    return () => asking.abort()
  }, [popup, settings, onEnd])

  // Before another month is drawn: what is known about the last one says nothing about it.
  useLayoutEffect(() => {
    if (token === null) return
    const key = `${from} ${to}`
    const reading = new AbortController()
    const read = async () => {
      const times =
        known.current.get(key) ?? (await readBusyTimes(settings, { token, from, to, signal: reading.signal }))
      known.current.set(key, times)
      onBusy(own ? withoutMeeting(times, own) : times)
    }
    read().catch((error: unknown) => {
      if (reading.signal.aborted) return
      if (error instanceof CheckFailed && error.mayPass) setFailure(error.message)
      else onEnd({ text: problemText(error) })
    })
    return () => {
      reading.abort()
      setFailure(null)
      onBusy(null)
    }
  }, [token, settings, from, to, own, attempt, onBusy, onEnd])

  useEffect(() => {
    let held = token
    const revoke = () => {
      if (held !== null) revokeAccess(settings, held)
      held = null
    }
    const leave = () => {
      // At once: nothing may run after this.
      revoke()
      // Browsers may keep a page that people left, to show it again.
      onEnd({})
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      revoke()
    }
  }, [token, settings, onEnd])

  if (token === null)
    return 'Waiting for Google... It tells this page only when you’re busy, and we don’t store it.'
  if (failure !== null) {
    return (
      <>
        {failure}{' '}
        <button
          type="button"
          className="button quiet"
          onClick={({ currentTarget }) => {
            setAttempt(attempt + 1)
            // This button goes, so the focus moves to the one that stays.
            currentTarget.closest('.calendar-check')?.querySelector('button')?.focus()
          }}
        >
          Check again
        </button>
      </>
    )
  }
  if (busy === null) return <span>Reading your calendar...</span>
  const free = countFree(slots, busy)
  const text =
    slots.length === 0
      ? 'Times that clash with your calendar will be marked.'
      : `Free for both: ${free} of ${slots.length} ${slots.length === 1 ? 'time' : 'times'}.`
  return <span key={text}>{text}</span>
}
