import { Copy, Plus } from 'lucide-react'
import { memo, useId } from 'react'
import {
  type DayAvailability,
  MAX_RANGES_A_DAY,
  nextTimeRange,
  timeRangeErrors,
  timeRangeMessages,
  type TimeRange,
  type Weekday,
  weekdays,
} from '../../../../contract/hours/weekly-availability.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { dayNames } from './day-names.ts'
import { RangeRow } from './range-row.tsx'
import { useRangeFocus } from './use-range-focus.ts'
import { rangeId } from './week-errors.ts'

interface DayBlockProps {
  day: Weekday
  availability: DayAvailability
  onChange: (day: Weekday, availability: DayAvailability) => void
  onCopy: (from: Weekday, to: readonly Weekday[]) => void
}

const workdays = weekdays.slice(0, 5)

export const DayBlock = memo(function DayBlock({ day, availability, onChange, onCopy }: DayBlockProps) {
  const { enabled, slots: ranges } = availability
  const name = dayNames[day]
  const errors = timeRangeErrors(ranges)
  const hasError = errors.some((message) => message !== null)
  const next = hasError ? null : nextTimeRange(ranges)
  const fullId = useId()
  const full =
    ranges.length >= MAX_RANGES_A_DAY
      ? timeRangeMessages.tooMany
      : !hasError && next === null && `${name} has no free hour left.`
  const focusNext = useRangeFocus((index) => rangeId(day, index))
  const setRanges = (changed: readonly TimeRange[]) => onChange(day, { enabled, slots: changed })

  return (
    <div
      role="group"
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 py-4 @xl:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
    >
      <Switch
        label={name}
        isOn={enabled}
        onChange={(isOn) => onChange(day, { enabled: isOn, slots: ranges })}
        className="self-center @max-3xs:col-span-full @xl:self-start @xl:pt-2.5"
      />
      <div className="col-span-full row-start-2 flex min-w-0 flex-col justify-center gap-2 empty:hidden @xl:col-span-1 @xl:row-start-auto @xl:min-h-10">
        {!enabled && <p className="text-muted">Not available on {name}</p>}
        {enabled && ranges.length === 0 && (
          <p className="text-muted">No hours yet. Click Add Time to add a time range.</p>
        )}
        {enabled &&
          ranges.map((range, index) => (
            <RangeRow
              // Ranges have no identity; each input only depends on its value.
              key={rangeId(day, index)}
              id={rangeId(day, index)}
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
        {enabled && full && (
          <p id={fullId} className="text-xs text-muted">
            {full}
          </p>
        )}
      </div>
      <div className="flex min-h-10 flex-wrap items-center justify-end gap-1 @max-3xs:col-span-full @3xs:col-start-2 @3xs:row-start-1 @xl:col-start-3">
        <Button
          size="sm"
          variant="quiet"
          disabled={!enabled || next === null || Boolean(full)}
          aria-describedby={enabled && full ? fullId : undefined}
          onClick={() => {
            if (next === null) return
            focusNext(ranges.length)
            setRanges([...ranges, next])
          }}
        >
          <Plus aria-hidden="true" />
          Add Time
        </Button>
        {enabled ? (
          <Menu
            label={`Copy ${name} to other days`}
            triggerClassName={buttonClass({ variant: 'quiet', size: 'icon' })}
            trigger={<Copy aria-hidden="true" />}
            isInPage
          >
            <MenuItem label="Copy to Monday to Friday" onAction={() => onCopy(day, workdays)} />
            <MenuItem label="Copy to all days" onAction={() => onCopy(day, weekdays)} />
            {weekdays
              .filter((other) => other !== day)
              .map((other) => (
                <MenuItem
                  key={other}
                  label={`Copy to ${dayNames[other]}`}
                  onAction={() => onCopy(day, [other])}
                />
              ))}
          </Menu>
        ) : (
          // Aligns the buttons of all days.
          <span className="w-9 shrink-0 pointer-coarse:w-11" />
        )}
      </div>
    </div>
  )
})
