import { useEffect, useMemo, useState } from 'react'
import { monthAt, type Month } from '../../../contract/month.ts'
import type { PublicPage } from '../../../contract/page-data.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { isText } from '../../data/browser-storage.ts'
import { changeQuery } from './change-query.ts'
import { useSessionState } from '../use-session-state.ts'

/** The time in a link to one, written by `slotPath`; null without it. */
function slotIn(search: string): string | null {
  const at = Date.parse(new URLSearchParams(search).get('slot') ?? '')
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** The selected time, stored for this tab, and the displayed month, which is the selected time's after a reload. */
export function useChosenSlot(
  { booking, event, now, ...page }: PublicPage & { kind: 'booking' },
  viewer: Viewer,
) {
  const own = booking?.bookingData ?? null
  const [first] = useState<string | null>(own?.startUtc ?? null)
  const [isUpcoming] = useState(
    () =>
      (value: unknown): value is string =>
        isText(value) && Date.parse(value) > Date.parse(now),
  )
  const [startUtc, change, forget] = useSessionState(`bookingSlot:${own?.id ?? event.id}`, first, isUpcoming)
  useEffect(() => {
    const wanted = slotIn(location.search)
    if (wanted === null) return
    // A reload keeps what was chosen since.
    changeQuery('slot', null)
    change(() => wanted)
  }, [change])
  const [turnedTo, setMonth] = useState<Month | null>(null)
  const month = useMemo(() => {
    if (turnedTo) return turnedTo
    return startUtc === null || startUtc === first
      ? page.month
      : monthAt(Date.parse(startUtc), viewer.timeZone)
  }, [turnedTo, startUtc, first, page.month, viewer.timeZone])
  const choose = (chosen: string | null) => {
    setMonth(month)
    change(() => chosen)
  }
  return { startUtc, month, choose, setMonth, forget }
}
