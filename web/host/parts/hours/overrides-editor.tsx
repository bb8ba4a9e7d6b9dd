import { ClipboardPaste } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dayOf, formatDate } from '../../../../availability/wall-time.ts'
import { ruleLimits, type WeekStart } from '../../../../contract/events/event-rules.ts'
import { type DateOverride } from '../../../../contract/hours/hours.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { lazyPart } from '../lazy-part.tsx'
import { useHostTime } from '../time/use-host-time.ts'
import { type DayMark, MonthGrid } from './month-grid.tsx'
import { type Dates, datesText, overrideHours, withOverride } from './override-dates.ts'
import { OverrideForm } from './override-form.tsx'
import { OverrideList } from './override-list.tsx'

/** With the parser of calendar files, which few need. */
const PasteDatesDialog = lazyPart(async () => (await import('./paste-dates-dialog.tsx')).PasteDatesDialog)

interface OverridesEditorProps {
  overrides: readonly DateOverride[]
  onChange: (overrides: DateOverride[]) => void
  /** The zone that decides which date is today. */
  timezone: string
  timeFormat: TimeFormat
  weekStart: WeekStart
  /** Dates that are closed anyway, shown in the month. */
  holidays?: readonly DateOverride[]
  /** Whether dates are being edited that `onChange` hasn't got yet. */
  onEditing: (isEditing: boolean) => void
}

interface Editing {
  /** The dates of the override that is edited; null for a new one. Its place in the list can change. */
  dates: Dates | null
  override: DateOverride
  /** How often its dates were selected on the month. */
  selections: number
}

/** Dates with other hours: chosen on a month, listed below it. */
export function OverridesEditor(props: OverridesEditorProps) {
  const { overrides, onChange, timezone, timeFormat, weekStart, holidays = [], onEditing } = props
  const { viewer } = useHostTime()
  const today = formatDate(dayOf(zoneTable(timezone), useNow()))
  const [editing, setEditing] = useState<Editing | null>(null)
  /** Whether more than dates was entered for what is edited. */
  const [isDirty, setIsDirty] = useState(false)
  /** What to do once the host discards that; null while nobody asks. */
  const [discard, setDiscard] = useState<(() => void) | null>(null)
  const [isPasting, setIsPasting] = useState(false)
  const [isTooMany, setIsTooMany] = useState(false)
  const editor = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  const wasRemoved = useRef(false)
  useEffect(() => {
    // The form or the button that had the focus is gone.
    if ((wasEditing.current && !editing) || wasRemoved.current) {
      editor.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
    }
    if (wasEditing.current !== (editing !== null)) onEditing(editing !== null)
    wasEditing.current = editing !== null
    wasRemoved.current = false
  }, [editing, overrides, onEditing])

  const indexOf = (dates: Dates | null) =>
    overrides.findIndex(({ from, to }) => from === dates?.from && to === dates.to)
  /** -1 for a new one, and if it is no longer there. */
  const edited = indexOf(editing && editing.dates)
  const sorted = overrides
    .map((override, index) => ({ override, index }))
    .toSorted((a, b) => (a.override.from < b.override.from ? -1 : 1))
  const past = sorted.filter(({ override }) => override.to < today)
  const upcoming = sorted.filter(({ override }) => override.to >= today)
  const includes = (date: string) => (dates: DateOverride) => dates.from <= date && date <= dates.to

  function markOn(date: string): DayMark | null {
    const own = overrides.find(includes(date))
    const found = own ?? holidays.find(includes(date))
    if (!found) return null
    const hours = overrideHours(found, timeFormat)
    const kind = !own ? 'holiday' : own.slots.length === 0 ? 'closed' : 'hours'
    return { kind, text: found.name ? `${hours}: ${found.name}` : hours }
  }

  /** Ends what is edited, or asks first if that discards something. */
  function leave(then: () => void) {
    const saved = overrides[edited]
    const hasMoved =
      saved && editing && (saved.from !== editing.override.from || saved.to !== editing.override.to)
    if (editing && (isDirty || hasMoved)) setDiscard(() => then)
    else then()
  }

  function edit(index: number, override: DateOverride) {
    const dates = index === -1 ? null : { from: override.from, to: override.to }
    if (index === -1 || index !== edited) leave(() => setEditing({ dates, override, selections: 0 }))
  }

  /** One that has exactly these dates is edited; a new one gets other dates. */
  function select(dates: Dates) {
    const found = indexOf(dates)
    if (editing && edited === found) {
      const { override, selections } = editing
      setEditing({ ...editing, override: { ...override, ...dates }, selections: selections + 1 })
    } else edit(found, overrides[found] ?? { ...dates, slots: [], name: '' })
  }

  function save(override: DateOverride) {
    put(withOverride(edited === -1 ? overrides : overrides.toSpliced(edited, 1), override))
  }

  function put(next: DateOverride[]) {
    if (next.length > ruleLimits.overrides) return setIsTooMany(true)
    onChange(next)
    stop()
  }

  /** Closes what is open, with its message. */
  function stop() {
    setIsTooMany(false)
    setIsPasting(false)
    setEditing(null)
  }

  function remove(index: number) {
    wasRemoved.current = true
    stop()
    onChange(overrides.toSpliced(index, 1))
  }

  const list = {
    viewer,
    timeFormat,
    onEdit: ({ index, override }: { index: number; override: DateOverride }) => edit(index, override),
    // What is entered for the removed one goes with it.
    onRemove: (index: number) => (index === edited ? remove(index) : leave(() => remove(index))),
  }
  const tooMany = isTooMany && (
    <FieldError>{`You can have at most ${ruleLimits.overrides} date overrides`}</FieldError>
  )
  return (
    <div ref={editor} className="@container grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 @xl:grid-cols-2">
        <MonthGrid
          timezone={timezone}
          viewer={viewer}
          weekStart={weekStart}
          selected={editing && editing.override}
          markOn={markOn}
          onSelect={select}
        />
        {editing ? (
          <OverrideForm
            key={editing.dates?.from}
            initial={editing.override}
            selections={editing.selections}
            isNew={edited === -1}
            onDirty={setIsDirty}
            onDates={(dates) => setEditing({ ...editing, override: { ...editing.override, ...dates } })}
            onSave={save}
            onCancel={stop}
          />
        ) : (
          <div className="grid content-center justify-items-start gap-4">
            <p className="text-muted">
              Select a date, or drag over several, to close them or set other hours.
            </p>
            <Button
              onClick={() => {
                setIsTooMany(false)
                setIsPasting(true)
              }}
            >
              <ClipboardPaste aria-hidden="true" />
              Paste dates
            </Button>
          </div>
        )}
      </div>
      {!isPasting && tooMany}
      {upcoming.length > 0 && <OverrideList {...list} label="Date overrides" entries={upcoming} />}
      {past.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2 text-muted">Past dates ({past.length})</summary>
          <OverrideList {...list} label="Past date overrides" entries={past} />
        </details>
      )}
      <Dialog
        role="alertdialog"
        title="Discard your changes?"
        isOpen={discard !== null}
        onClose={() => setDiscard(null)}
        actions={
          <>
            <Button onClick={() => setDiscard(null)}>Keep editing</Button>
            <Button
              variant="danger"
              onClick={() => {
                setDiscard(null)
                discard?.()
              }}
            >
              Discard
            </Button>
          </>
        }
      >
        <p className="text-muted">
          What you entered for {editing && datesText(editing.override, viewer)} will be lost.
        </p>
      </Dialog>
      {isPasting && (
        <PasteDatesDialog
          timezone={timezone}
          viewer={viewer}
          today={today}
          error={tooMany}
          onEdit={() => setIsTooMany(false)}
          onAdd={(closed) => put(closed.reduce(withOverride, [...overrides]))}
          onClose={stop}
        />
      )}
    </div>
  )
}
