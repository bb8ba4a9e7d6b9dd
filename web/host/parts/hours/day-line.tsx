import { useEffect, useEffectEvent, useState } from 'react'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import {
  type Weekday,
  weekdays,
  type WeeklyAvailability,
} from '../../../../contract/hours/weekly-availability.ts'
import { type HoursProblem, hoursText, readHours } from '../../../fields/hours-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { dayNames } from './day-names.ts'
import { withHours } from './week-blocks.ts'

export const lineId = (day: Weekday) => `hours-line-${day}`

/** The text of the lines that isn't part of the week, because it isn't hours or is still being typed. */
export type TypedHours = Readonly<Partial<Record<Weekday, string>>>

/** The first day whose text isn't hours, and what is wrong with it. */
export function firstHoursProblem(
  typed: TypedHours,
  timeFormat: TimeFormat,
): { day: Weekday; message: string } | null {
  for (const day of weekdays) {
    const found = readHours(typed[day] ?? '', timeFormat)
    if (!Array.isArray(found)) return { day, message: found.message }
  }
  return null
}

interface DayLineProps {
  day: Weekday
  week: WeeklyAvailability
  onWeek: (week: WeeklyAvailability) => void
  typedHours: TypedHours
  onTyped: (typedHours: TypedHours) => void
  timeFormat: TimeFormat
}

/** A day's hours as a line of text: `9-12, 1:30-5pm`. */
export function DayLine({ day, week, onWeek, typedHours, onTyped, timeFormat }: DayLineProps) {
  const { enabled, slots } = week[day]
  const saved = hoursText(enabled ? slots : [], timeFormat)
  /** `typed` is undefined if the line shows the day's hours. */
  const { [day]: typed, ...others } = typedHours
  // Half a text is often wrong.
  const [isTyping, setIsTyping] = useState(false)
  const found = typed === undefined || isTyping ? [] : readHours(typed, timeFormat)
  const problem: HoursProblem | null = Array.isArray(found) ? null : found

  function finish() {
    if (typed === undefined) return
    const read = readHours(typed, timeFormat)
    if (!Array.isArray(read)) return
    onTyped(others)
    if (hoursText(read, timeFormat) !== saved)
      onWeek({ ...week, [day]: { enabled: read.length > 0, slots: read } })
  }

  // A reload can come while something is being typed.
  const finishRestored = useEffectEvent(finish)
  useEffect(() => finishRestored(), [])

  function takeOvernight({ ranges: own, nextDay }: NonNullable<HoursProblem['overnight']>) {
    const next = weekdays[(weekdays.indexOf(day) + 1) % weekdays.length]!
    onTyped(others)
    onWeek({
      ...week,
      [day]: { enabled: true, slots: own },
      [next]: withHours(week[next], nextDay),
    })
    document.getElementById(lineId(day))?.focus()
  }

  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Field
        id={lineId(day)}
        label={dayNames[day]}
        error={problem?.message ?? null}
        className="sm:grid sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:items-center sm:*:not-first:col-start-2"
      >
        {(control) => (
          <input
            {...control}
            type="text"
            className="control tabular-nums"
            autoComplete="off"
            placeholder="9-12, 1:30-5pm"
            value={typed ?? saved}
            onChange={({ target }) => {
              setIsTyping(true)
              onTyped({ ...others, [day]: target.value })
            }}
            onBlur={() => {
              setIsTyping(false)
              finish()
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && typed !== undefined) {
                // It would close a dialog too.
                event.stopPropagation()
                setIsTyping(false)
                onTyped(others)
              }
              if (event.key !== 'Enter') return
              // It would save the schedule.
              event.preventDefault()
              setIsTyping(false)
              finish()
            }}
          />
        )}
      </Field>
      {problem?.overnight && (
        <Button
          size="sm"
          className="w-fit sm:ms-27.5"
          onClick={() => problem.overnight && takeOvernight(problem.overnight)}
        >
          Use these hours
        </Button>
      )}
    </div>
  )
}
