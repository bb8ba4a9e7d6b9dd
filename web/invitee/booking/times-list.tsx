import type { ReactNode } from 'react'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Month } from '../../../contract/time/month.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import type { BusyTime } from './calendar-check/busy-times.ts'
import type { MonthSlots } from './month-slots.ts'
import { NoTimes } from './no-times.tsx'
import { SlotList } from './slot-list.tsx'
import { TimesFailed } from './times-failed.tsx'

interface TimesListProps {
  found: MonthSlots
  /** The displayed day's. */
  slots: readonly Slot[]
  /** A start (ISO 8601), or null. */
  selected: string | null
  viewer: Viewer
  /** When the invitee is busy; null if that isn't known. */
  busy: readonly BusyTime[] | null
  month: Month
  onSelect: (startUtc: string) => void
  onShowDay: (day: number) => void
  children: ReactNode
}

/** The times of a day, or why there are none. */
export function TimesList({
  found,
  slots,
  selected,
  viewer,
  busy,
  month,
  onSelect,
  onShowDay,
  children,
}: TimesListProps) {
  return (
    <div className="times-list">
      {found.state === 'failed' ? (
        <TimesFailed closedText={found.closedText} onRetry={found.reload} />
      ) : slots.length > 0 ? (
        <SlotList slots={slots} selected={selected} viewer={viewer} busy={busy} onSelect={onSelect} />
      ) : found.state === 'loading' ? (
        <div className="slots" aria-hidden="true">
          {Array.from({ length: 8 }, (_, index) => (
            <span key={index} className="slot-skeleton" />
          ))}
        </div>
      ) : (
        <NoTimes
          month={month}
          months={found.months}
          viewer={viewer}
          fetchDays={found.fetchDays}
          onShow={onShowDay}
        />
      )}
      {children}
    </div>
  )
}
