import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type {
  CalendarConnection,
  DryRun,
} from '../../../../contract/calendars/calendar-connections.schema.ts'
import { dayText, zoneName } from '../../../../contract/time/time-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { SessionExpired } from '../../data/api.ts'
import { changeConnection, dryRunQuery } from '../../data/connection-calls.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { toasts } from '../../data/toasts.ts'
import { troubleText } from './account-text.ts'
import { DryRunDays } from './dry-run-days.tsx'
import { blocks, weekFrom } from './dry-run-week.ts'

interface DryRunDialogProps {
  account: CalendarConnection
  onClose: () => void
}

/** Shows a week of what an account would block, and lets its host choose what counts. */
export function DryRunDialog({ account, onClose }: DryRunDialogProps) {
  const { id, name, isReviewed, calendars: all } = account
  const calendars = all.filter(({ missingSince }) => missingSince === null)
  const { viewer } = useHostTime()
  const now = useNow()
  const [weeks, setWeeks] = useState(0)
  const [chosen, setChosen] = useState(
    () =>
      new Set(calendars.filter((one) => (isReviewed ? one.isChecked : one.isPrimary)).map((one) => one.id)),
  )
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const week = weekFrom(now, weeks, viewer)
  const run = useQuery(dryRunQuery(id, week.dateFrom, week.dateTo, viewer.timeZone))
  const entries = (run.data?.entries ?? []).filter((entry) => {
    const calendar = calendars.find((one) => one.id === entry.calendarId)
    return calendar !== undefined && blocks(entry, calendar)
  })
  const nameOf = (calendarId: string) => calendars.find((one) => one.id === calendarId)?.name ?? name
  const isOne = calendars.length === 1

  async function check() {
    setIsSaving(true)
    setFailure(null)
    try {
      await changeConnection(id, { checkedCalendars: [...chosen] })
      toasts.calendarSaved()
      onClose()
    } catch (error) {
      if (!(error instanceof SessionExpired))
        setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setIsSaving(false)
    }
  }

  function toggle(calendarId: string, isOn: boolean) {
    setChosen((before) => {
      const after = new Set(before)
      if (isOn) after.add(calendarId)
      else after.delete(calendarId)
      return after
    })
  }

  return (
    <Dialog
      size="lg"
      title={isReviewed ? 'What this account blocks' : 'What this account would block'}
      isOpen
      onClose={() => {
        if (!isSaving) onClose()
      }}
      actions={
        <>
          <Button disabled={isSaving} onClick={onClose}>
            {isReviewed ? 'Close' : 'Not now'}
          </Button>
          <Button variant="primary" isBusy={isSaving} onClick={() => void check()}>
            {chosen.size === 0 ? 'Check nothing' : isOne ? 'Check this calendar' : 'Check these calendars'}
          </Button>
        </>
      }
    >
      <p className="text-muted wrap-anywhere">
        {isReviewed
          ? `Entries of ${name} that block your times, with the calendars chosen here.`
          : `${name} is connected. Nothing in it counts yet. Choose which calendars block your times from now on.`}
      </p>
      {!isOne && (
        <fieldset>
          <legend className="mb-1 font-medium">Check for conflicts</legend>
          <div className="max-h-44 overflow-y-auto">
            {calendars.map((calendar) => (
              <label
                key={calendar.id}
                className="flex min-h-9 items-center gap-2.5 wrap-anywhere pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-brand"
                  checked={chosen.has(calendar.id)}
                  onChange={({ target }) => toggle(calendar.id, target.checked)}
                />
                <span className="min-w-0 flex-1">{calendar.name}</span>
                {run.data && (
                  <span className="shrink-0 text-xs text-muted tabular-nums">
                    {countText(run.data, entries, calendar.id)}
                  </span>
                )}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Unreadable run={run.data} nameOf={nameOf} />
      <div className="flex items-center justify-between gap-4 border-t border-line pt-3">
        <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-semibold" aria-live="polite">
          <span>
            {dayText(week.first, viewer, { month: 'short', day: 'numeric' })} –{' '}
            {dayText(week.last, viewer, { month: 'short', day: 'numeric' })}
          </span>
          <span className="text-xs font-normal text-muted">{zoneName(viewer.timeZone)}</span>
        </h3>
        <div className="flex shrink-0 gap-1">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Previous week"
            isOff={weeks === 0}
            onClick={() => setWeeks(weeks - 1)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button variant="quiet" size="icon" aria-label="Next week" onClick={() => setWeeks(weeks + 1)}>
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      </div>
      <DryRunDays
        run={run}
        entries={entries.filter((entry) => chosen.has(entry.calendarId))}
        week={week}
        nameOf={chosen.size > 1 ? nameOf : null}
        hasChoice={chosen.size > 0}
      />
      <div role="alert" className="empty:hidden">
        {failure !== null && <FieldError>{failure}</FieldError>}
      </div>
    </Dialog>
  )
}

function countText({ unreadable }: DryRun, entries: DryRun['entries'], calendarId: string): string {
  if (unreadable.some((one) => one.calendarId === calendarId)) return 'Can’t be read'
  const count = entries.filter((entry) => entry.calendarId === calendarId).length
  return count === 0 ? 'Nothing this week' : `${count} ${count === 1 ? 'entry' : 'entries'}`
}

interface UnreadableProps {
  run: DryRun | undefined
  nameOf: (calendarId: string) => string
}

function Unreadable({ run, nameOf }: UnreadableProps) {
  if (!run || run.unreadable.length === 0) return null
  return (
    <ul role="status" className="grid gap-1 rounded-md bg-warning-tint px-3.5 py-3">
      {run.unreadable.map(({ calendarId, trouble }) => (
        <li key={calendarId} className="flex items-start gap-2 wrap-anywhere">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0">
            We can’t read “{nameOf(calendarId)}” right now. {troubleText(trouble)}
          </span>
        </li>
      ))}
    </ul>
  )
}
