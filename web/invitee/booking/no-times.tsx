import { addMonths, daysOfMonth, isBefore, monthOfDay, type Month } from '../../../contract/time/month.ts'
import { dayText } from '../../../contract/time/time-text.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { hasNext, type MonthSlots } from './month-slots.ts'
import type { OfferedMonths } from './shown-month.ts'
import { SEARCHED_MONTHS, useNextOpenDay } from './use-next-open-day.ts'

interface NoTimesProps {
  month: Month
  months: OfferedMonths
  viewer: Viewer
  fetchDays: MonthSlots['fetchDays']
  onShow: (day: number) => void
}

/** A month without times, and the way to the next one with some. */
export function NoTimes({ month, months, viewer, fetchDays, onShow }: NoTimesProps) {
  const { first, last: lastMonth } = months
  const next = useNextOpenDay({ month, lastMonth, timeZone: viewer.timeZone, fetchDays })
  const nameOf = (one: Month, options: Intl.DateTimeFormatOptions = {}) =>
    dayText(daysOfMonth(one).first, viewer, { month: 'long', ...options })
  const end = addMonths(month, SEARCHED_MONTHS)
  const isSearchedToEnd = lastMonth !== null && !hasNext(end, lastMonth)
  if (!hasNext(month, lastMonth) || (next?.day === null && isSearchedToEnd)) {
    // Earlier months may have times.
    const since = isBefore(first, month) ? `in ${nameOf(month, { year: 'numeric' })} or later` : 'right now'
    return <NoneText text={`No times are available ${since}.`} />
  }
  if (next === null) return <NoneText text="No times left this month. Try the next one." />
  if (next.day === null) {
    return <NoneText text={`No times are available through ${nameOf(end, { year: 'numeric' })}.`} />
  }
  const { day } = next
  const isOtherYear = monthOfDay(day).year !== month.year
  return (
    <div className="nothing">
      <p key={month.month}>No times left in {nameOf(month)}.</p>
      <button type="button" className="button quiet" onClick={() => onShow(day)}>
        See next available:{' '}
        {dayText(day, viewer, { month: 'short', day: 'numeric', ...(isOtherYear && { year: 'numeric' }) })}
      </button>
    </div>
  )
}

const NoneText = ({ text }: { text: string }) => (
  <p key={text} className="nothing">
    {text}
  </p>
)
