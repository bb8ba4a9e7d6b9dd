import { startOfDay } from '../../../../availability/wall-time.ts'
import type { DayRange } from '../../../../contract/time/month.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { entriesOn, type Entry } from './entries.ts'
import { dayItem, entryItem, moreItem } from './entry-button.tsx'
import type { CalendarView } from './shown-days.ts'

/** How many entries of a day a month shows; the rest is a click away. */
const MAX_IN_MONTH = 3

/** One more fits instead of the line that counts the rest. */
export const countInMonth = (count: number) => (count > MAX_IN_MONTH + 1 ? MAX_IN_MONTH : count)

interface Grid {
  view: CalendarView
  range: DayRange
  entries: readonly Entry[]
  viewer: Viewer
}

/** The one item that Tab reaches: what had the focus last if it is still there, or else its day, or else `date`. */
export function tabStopOf(focused: string | null, date: number, grid: Grid): string {
  const epochDay = focused === null ? date : Number(focused.split(' ')[0])
  if (epochDay < grid.range.first || epochDay > grid.range.last) return dayItem(date)
  return focused !== null && itemsOn(epochDay, grid).includes(focused) ? focused : dayItem(epochDay)
}

function itemsOn(epochDay: number, { view, entries, viewer }: Grid): string[] {
  const table = zoneTable(viewer.timeZone)
  const day = { epochDay, start: startOfDay(table, epochDay), end: startOfDay(table, epochDay + 1) }
  const { wholeDay, timed } = entriesOn(entries, day)
  const items = [...wholeDay, ...timed].map((entry) => entryItem(entry, epochDay))
  if (view === 'week') return items
  const count = countInMonth(items.length)
  return count === items.length ? items : [...items.slice(0, count), moreItem(epochDay)]
}
