import { useCallback, useEffect, useMemo, useState } from 'react'
import { DAY } from '../../../availability/units.ts'
import { parseDate } from '../../../availability/wall-time.ts'
import { isInYears } from '../../../contract/events/event-options.ts'
import { isBefore, monthAt, monthOfDay, type Month } from '../../../contract/time/month.ts'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { isText } from '../../data/browser-storage.ts'
import { changeQuery } from '../change-query.ts'
import { useSessionState, useSessionText } from '../use-session-state.ts'
import { sentPlace, slotPlace } from './kept-changes.ts'
import { monthInZone, type ShownMonth } from './shown-month.ts'

/** The time in a link to one, written by `slotPath`; null without it. */
function slotIn(search: string): string | null {
  const at = Date.parse(new URLSearchParams(search).get('slot') ?? '')
  return isInYears(at) ? new Date(at).toISOString() : null
}

/** The day in a link to one (days since 1970-01-01), if it isn't over and may have times; null without it. */
function dayIn(search: string, from: Month, last: Month | null): number | null {
  const date = new URLSearchParams(search).get('date')
  if (date === null || !isInYears(Date.parse(date))) return null
  try {
    const day = parseDate(date)
    const month = monthOfDay(day)
    return isBefore(month, from) || (last !== null && isBefore(last, month)) ? null : day
  } catch {
    return null
  }
}

/** The selected time, stored for this tab, and the displayed month, which is the selected time's after a reload. */
export function useChosenSlot(
  { booking, event, now, lastMonth, ...page }: PublicPage & { kind: 'booking' },
  viewer: Viewer,
) {
  const own = booking?.bookingData ?? null
  const [first] = useState<string | null>(own?.startUtc ?? null)
  const [isUpcoming] = useState(
    () =>
      (value: unknown): value is string =>
        isText(value) && Date.parse(value) > Date.parse(now),
  )
  const ownId = own?.id ?? event.id
  const [startUtc, change, forgetChosen] = useSessionState(slotPlace(ownId), first, isUpcoming)
  useEffect(() => {
    const wanted = slotIn(location.search)
    if (wanted === null) return
    // A reload keeps what was chosen since.
    changeQuery('slot', null)
    change(() => wanted)
  }, [change])
  const [linkedDay, setLinkedDay] = useState<number | null>(null)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The address isn't known during hydration.
    if (own === null) setLinkedDay(dayIn(location.search, page.month, lastMonth))
  }, [own, page.month, lastMonth])
  const { timeZone } = viewer
  const [picked, setPicked] = useState<string | null>(null)
  // The server may have found the last month in another zone. What was picked since then was offered.
  const isTooLate =
    lastMonth !== null &&
    startUtc !== null &&
    startUtc !== picked &&
    isBefore(lastMonth, monthAt(Date.parse(startUtc) - 2 * DAY, timeZone))
  const [turnedTo, setTurnedTo] = useState<ShownMonth | null>(null)
  const setMonth = useCallback((to: Month) => setTurnedTo({ month: to, timeZone }), [timeZone])
  const month = useMemo(() => {
    if (turnedTo) return monthInZone(turnedTo, startUtc, timeZone)
    if (startUtc !== null && startUtc !== first && !isTooLate) return monthAt(Date.parse(startUtc), timeZone)
    return linkedDay === null ? page.month : monthOfDay(linkedDay)
  }, [turnedTo, startUtc, first, isTooLate, linkedDay, page.month, timeZone])
  const choose = (chosen: string | null) => {
    // Otherwise it would be that of the chosen time.
    setTurnedTo((last) => (last?.timeZone === timeZone ? last : { month, timeZone }))
    setPicked(chosen)
    change(() => chosen)
  }
  const [sent, setSentText, forgetSent] = useSessionText(sentPlace(ownId))
  const setSent = (start: string | null) => setSentText(start ?? '')
  /** Whether the invitee's own booking has this time, or may have it, so that it doesn't need to be offered. */
  const isHeld = startUtc !== null && (startUtc === first || startUtc === sent)
  const forget = () => {
    forgetChosen()
    forgetSent()
  }
  return { startUtc, isHeld, isTooLate, linkedDay, month, choose, setMonth, setSent, forget }
}
