import { Check, Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { dayOf, formatDate } from '../../availability/wall-time.ts'
import type { Slot } from '../../contract/events/slot.schema.ts'
import { slotPath } from '../../contract/pages/page-paths.ts'
import type { ListedEvent } from '../../contract/events/event.schema.ts'
import { timeText } from '../../contract/time/time-text.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { Button } from '../../web/ui/button.tsx'
import { dayName } from '../ui/by-day.ts'
import { ListState } from '../ui/list-state.tsx'
import { OutOfDate } from '../ui/out-of-date.tsx'
import { useCall } from '../ui/use-call.ts'
import type { HostTimeState } from '../ui/use-host-time.ts'
import { ViewHeader } from '../ui/view-header.tsx'
import { timesText } from '../../contract/time/times-for-message.ts'

/** Days that are loaded at once. */
const STEP = 14
/** The server's limit. */
const MAX_DAYS = 56

const FAILED_TEXT = 'We couldn’t load the open times. Try again.'

interface CopyTimesProps {
  event: ListedEvent
  origin: string
  hostTime: HostTimeState
  onBack: () => void
}

/** Copies some of an event's open slots as text for a message, each with a link that books it. */
export function CopyTimes({ event, origin, hostTime, onBack }: CopyTimesProps) {
  const { time, isFailed, isLoading, reload } = hostTime
  return (
    <>
      <ViewHeader title={event.title} onBack={onBack} />
      {time ? (
        <Picker event={event} origin={origin} viewer={time.viewer} />
      ) : (
        <ListState
          isFailed={isFailed}
          isLoading={isLoading}
          failedText={FAILED_TEXT}
          onRetry={() => void reload()}
        />
      )}
    </>
  )
}

function Picker({ event, origin, viewer }: { event: ListedEvent; origin: string; viewer: Viewer }) {
  const [now] = useState(Date.now)
  const [days, setDays] = useState(STEP)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const today = dayOf(zoneTable(viewer.timeZone), now)
  const { data, error, isLoading, reload } = useCall('listSlots', {
    params: { id: event.id },
    query: {
      dateFrom: formatDate(today),
      dateTo: formatDate(today + days - 1),
      timezone: viewer.timeZone,
    },
  })
  // While more days load, the others stay.
  const [shown, setShown] = useState<readonly Slot[]>()
  if (data && data !== shown) setShown(data)
  const slots = useMemo(() => groupByDay(shown ?? [], viewer, now), [shown, viewer, now])
  const offered = chosen.filter((startUtc) => shown?.some((slot) => slot.startUtc === startUtc))
  const toggle = (startUtc: string) => {
    setState('idle')
    setChosen((current) =>
      current.includes(startUtc) ? current.filter((other) => other !== startUtc) : [...current, startUtc],
    )
  }
  const copy = async () => {
    const { text, html } = timesText({
      slots: offered,
      url: (startUtc) => origin + slotPath(event.bookingUrlId, startUtc),
      viewer,
      now,
    })
    const item = new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    })
    await navigator.clipboard.write([item]).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  if (!shown)
    return (
      <ListState
        isFailed={error !== null}
        isLoading={isLoading}
        failedText={FAILED_TEXT}
        onRetry={() => void reload()}
      />
    )
  const preview = offered.length === 0 ? null : timesText({ slots: offered, url: () => '', viewer, now })
  return (
    <>
      {error && <OutOfDate className="border-b border-line px-4 py-2.5" />}
      <div className="min-h-40 flex-1 overflow-y-auto overscroll-contain px-4 py-3">
        {slots.length === 0 && (
          <p className="py-6 text-center text-muted">No times are open in the next {days} days.</p>
        )}
        {slots.map(({ day, starts }) => (
          <section key={day} aria-label={dayName(day, today, viewer)} className="mb-4">
            <h2 className="mb-1.5 text-xs font-semibold text-muted">{dayName(day, today, viewer)}</h2>
            <div className="grid grid-cols-4 gap-1.5">
              {starts.map((startUtc) => (
                <button
                  key={startUtc}
                  type="button"
                  aria-pressed={chosen.includes(startUtc)}
                  onClick={() => toggle(startUtc)}
                  className="h-9 rounded-md border border-line text-xs font-medium tabular-nums hover:border-line-strong aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
                >
                  {timeText(startUtc, viewer)}
                </button>
              ))}
            </div>
          </section>
        ))}
        {days < MAX_DAYS && (
          <Button size="sm" variant="quiet" isBusy={isLoading} onClick={() => setDays(days + STEP)}>
            Show more days
          </Button>
        )}
      </div>
      <footer className="flex items-center gap-3 border-t border-line px-4 py-3">
        <p role="status" className="line-clamp-2 flex-1 text-xs text-muted">
          {state === 'failed'
            ? 'We couldn’t copy the times. Try again.'
            : (preview?.text.split('\n')[0] ?? 'Pick the times to offer.')}
        </p>
        <Button variant="primary" disabled={offered.length === 0} onClick={() => void copy()}>
          {state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </footer>
    </>
  )
}

function groupByDay(slots: readonly Slot[], { timeZone }: Viewer, now: number) {
  const table = zoneTable(timeZone)
  const upcoming = slots.map(({ startUtc }) => startUtc).filter((startUtc) => Date.parse(startUtc) > now)
  return [...Map.groupBy(upcoming, (startUtc) => dayOf(table, Date.parse(startUtc)))].map(
    ([day, starts]) => ({
      day,
      starts,
    }),
  )
}
