import { Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ruleLimits, ruleMessages } from '../../../../contract/events/event-rules.ts'
import { isSlotDate } from '../../../../contract/events/rule-errors.ts'
import { type DateOverride } from '../../../../contract/hours/hours.ts'
import {
  nextTimeRange,
  timeRangeErrors,
  type TimeRange,
} from '../../../../contract/hours/weekly-availability.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField, UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Dates } from './override-dates.ts'
import { RangeRow } from './range-row.tsx'
import { useRangeFocus } from './use-range-focus.ts'

const choices = [
  { value: 'closed', label: 'Closed' },
  { value: 'hours', label: 'Other hours' },
] as const

/** For links from an error summary. */
export const OVERRIDE_FORM_ID = 'override-form'
export const UNFINISHED_DATES = 'Add the dates you’re editing, or cancel them'

function missingDate(date: string | null): string | null {
  if (date === null) return 'Choose a date'
  return date === UNFINISHED_DATE ? 'Enter a complete date' : null
}

interface OverrideFormProps {
  /** What is edited, or the selected dates of a new one. */
  initial: DateOverride
  /** Counts up when `initial` gets the dates that the host selects on the month. */
  selections: number
  isNew: boolean
  /** Whether something was entered that isn't saved, apart from dates. */
  onDirty: (isDirty: boolean) => void
  /** The dates changed, so that the month can show them. */
  onDates: (dates: Dates) => void
  onSave: (override: DateOverride) => void
  onCancel: () => void
}

/** What happens on the selected dates. It isn't a form element, because it is inside the editor's. */
export function OverrideForm({
  initial,
  selections,
  isNew,
  onDirty,
  onDates,
  onSave,
  onCancel,
}: OverrideFormProps) {
  const { from, to } = initial
  /** As entered: while a year is typed, its first digits are no date yet. */
  const [entered, setEntered] = useState<Record<keyof Dates, string | null>>({ from, to })
  const [given, setGiven] = useState({ from, to, selections })
  if (given.from !== from || given.to !== to || given.selections !== selections) {
    const isSelected = given.selections !== selections
    setGiven({ from, to, selections })
    setEntered({
      from: isSelected || given.from !== from ? from : entered.from,
      to: isSelected || given.to !== to ? to : entered.to,
    })
  }
  const [name, setName] = useState(initial.name)
  const [kind, setKind] = useState<'closed' | 'hours'>(initial.slots.length === 0 ? 'closed' : 'hours')
  const [ranges, setRanges] = useState<readonly TimeRange[]>(initial.slots)
  const id = useId()
  const rowId = (index: number) => `${id}-${index}`
  const focusNext = useRangeFocus(rowId)
  const group = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => group.current?.focus(), [])
  const slots = kind === 'closed' ? [] : ranges
  const isDirty = name.trim() !== initial.name || JSON.stringify(slots) !== JSON.stringify(initial.slots)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const errors = timeRangeErrors(ranges)
  const areDates = [entered.from, entered.to].every((date) => date !== null && isSlotDate(date))
  const orderError = areDates && from > to ? ruleMessages.dateOrder : null
  const isSound =
    areDates &&
    orderError === null &&
    (kind === 'closed' || (ranges.length > 0 && errors.every((error) => error === null)))
  const next = errors.every((error) => error === null) ? nextTimeRange(ranges) : null

  function chooseKind(chosen: 'closed' | 'hours') {
    setKind(chosen)
    const proposed = nextTimeRange([])
    if (chosen === 'hours' && ranges.length === 0 && proposed) setRanges([proposed])
  }

  function enter(field: keyof Dates, date: string | null) {
    setEntered({ ...entered, [field]: date })
    if (date === null || !isSlotDate(date)) return
    if (field === 'to') onDates({ from, to: date })
    else onDates({ from: date, to: date > to ? date : to })
  }

  const save = () => isSound && onSave({ from, to, name: name.trim(), slots })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // It would close a dialog too.
      event.stopPropagation()
      onCancel()
    }
    // It would save the whole editor.
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    // The key finishes what was typed in the field: it is known, and checked, after rendering.
    flushSync(() => {})
    done.current?.click()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are pressed in its fields.
    <div
      ref={group}
      id={OVERRIDE_FORM_ID}
      role="group"
      tabIndex={-1}
      aria-label={isNew ? 'Add a date override' : 'Edit the date override'}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-lg outline-none"
      onKeyDown={onKeyDown}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <DateField
          label="First date"
          value={entered.from}
          error={missingDate(entered.from)}
          onChange={(date) => enter('from', date)}
        />
        <DateField
          label="Last date"
          value={entered.to}
          error={missingDate(entered.to) ?? orderError}
          onChange={(date) => enter('to', date)}
        />
      </div>
      <Segments label="On these dates" choices={choices} value={kind} onChange={chooseKind} />
      {kind === 'hours' && (
        <div className="grid gap-2">
          {ranges.map((range, index) => (
            <RangeRow
              // Ranges have no identity; each input only depends on its value.
              key={rowId(index)}
              id={rowId(index)}
              range={range}
              error={errors[index] ?? null}
              onChange={(changed) => setRanges(ranges.with(index, changed))}
              onRemove={
                ranges.length > 1
                  ? () => {
                      focusNext(Math.max(index - 1, 0))
                      setRanges(ranges.toSpliced(index, 1))
                    }
                  : null
              }
            />
          ))}
          <Button
            size="sm"
            variant="quiet"
            className="w-fit"
            isOff={next === null}
            onClick={() => {
              if (next === null) return
              focusNext(ranges.length)
              setRanges([...ranges, next])
            }}
          >
            <Plus aria-hidden="true" />
            Add Time
          </Button>
        </div>
      )}
      <TextField
        label="Name"
        placeholder="Vacation"
        hint="Only you see it."
        maxLength={ruleLimits.overrideName}
        value={name}
        onChange={setName}
      />
      <div className="flex flex-wrap gap-2">
        <Button ref={done} variant="primary" isOff={!isSound} onClick={save}>
          {isNew ? 'Add' : 'Done'}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
