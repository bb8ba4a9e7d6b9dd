import { addMonths, daysOfMonth, monthOfDay, type Month } from '../../../contract/time/month.ts'
import { dayText } from '../../../contract/time/time-text.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { hasNext, type MonthSlots } from './month-slots.ts'
import { SEARCHED_MONTHS, useNextOpenDay } from './use-next-open-day.ts'

interface NoTimesProps {
  month: Month
  /** The last month with slots; null if there is no end. */
  lastMonth: Month | null
  viewer: Viewer
  fetchDays: MonthSlots['fetchDays']
  onShow: (day: number) => void
}

/** A month without times, and the way to the next one with some. */
export function NoTimes({ month, lastMonth, viewer, fetchDays, onShow }: NoTimesProps) {
  const next = useNextOpenDay({ month, lastMonth, timeZone: viewer.timeZone, fetchDays })
  const nameOf = (one: Month, options: Intl.DateTimeFormatOptions = {}) =>
    dayText(daysOfMonth(one).first, viewer, { month: 'long', ...options })
  const end = addMonths(month, SEARCHED_MONTHS)
  const isSearchedToEnd = lastMonth !== null && !hasNext(end, lastMonth)
  if (!hasNext(month, lastMonth) || (next?.day === null && isSearchedToEnd)) {
    return <p className="nothing">No times are available right now.</p>
  }
  if (next === null) return <p className="nothing">No times left this month. Try the next one.</p>
  if (next.day === null) {
    return <p className="nothing">No times are available through {nameOf(end, { year: 'numeric' })}.</p>
  }
  const { day } = next
  const isOtherYear = monthOfDay(day).year !== month.year
  return (
    <div className="nothing">
      <p>No times left in {nameOf(month)}.</p>
      <button type="button" className="button quiet" onClick={() => onShow(day)}>
        See next available:{' '}
        {dayText(day, viewer, { month: 'short', day: 'numeric', ...(isOtherYear && { year: 'numeric' }) })}
      </button>
    </div>
  )
}
