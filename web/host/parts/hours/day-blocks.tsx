import { useCallback, useLayoutEffect, useRef } from 'react'
import type {
  DayAvailability,
  Weekday,
  WeeklyAvailability,
} from '../../../../contract/hours/weekly-availability.ts'
import { DayBlock } from './day-block.tsx'

interface DayBlocksProps {
  days: readonly Weekday[]
  week: WeeklyAvailability
  onChange: (week: WeeklyAvailability) => void
}

/** The hours of a week, day by day. Only the days that change render. */
export function DayBlocks({ days, week, onChange }: DayBlocksProps) {
  const latest = useRef({ week, onChange })
  useLayoutEffect(() => {
    latest.current = { week, onChange }
  })
  const change = useCallback((changed: Partial<WeeklyAvailability>) => {
    const { week: current, onChange: tell } = latest.current
    tell({ ...current, ...changed })
  }, [])
  const set = useCallback(
    (day: Weekday, availability: DayAvailability) => change({ [day]: availability }),
    [change],
  )
  const copy = useCallback(
    (from: Weekday, to: readonly Weekday[]) => {
      const copied = { enabled: true, slots: latest.current.week[from].slots }
      change(Object.fromEntries(to.filter((day) => day !== from).map((day) => [day, copied])))
    },
    [change],
  )
  return (
    <div className="@container -my-3 divide-y divide-line">
      {days.map((day) => (
        <DayBlock key={day} day={day} availability={week[day]} onChange={set} onCopy={copy} />
      ))}
    </div>
  )
}
