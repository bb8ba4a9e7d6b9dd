import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { DayRange } from '../../../../contract/time/month.ts'
import { type CalendarView, stepped, within } from './shown-days.ts'
import { dayItem } from './entry-button.tsx'

interface CalendarKeys {
  root: RefObject<HTMLElement | null>
  view: CalendarView
  range: DayRange
  /** Days since 1970-01-01. */
  date: number
  today: number
  /** Shows a day in a view. */
  onShow: (view: CalendarView, epochDay: number) => void
}

const DAYS_PER_WEEK = 7

/**
 * Arrow keys go from entry to entry and from day to day; other keys turn pages and change the view. `show` also focuses
 * the day.
 */
export function useCalendarKeys({ root, view, range, date, today, onShow }: CalendarKeys) {
  /** The day to focus once it is shown. */
  const goTo = useRef<number | null>(null)
  useEffect(() => {
    if (goTo.current === null) return
    const heading = root.current?.querySelector<HTMLElement>(`[data-item="${dayItem(goTo.current)}"]`)
    // A list has no headings to focus.
    ;(heading ?? root.current)?.focus()
    goTo.current = null
  }, [root, range, view])

  const itemsOn = (epochDay: number) => [
    ...(root.current?.querySelectorAll<HTMLElement>(`[data-day="${epochDay}"]`) ?? []),
  ]

  function show(nextView: CalendarView, epochDay: number) {
    const isShown = nextView === view && range.first <= epochDay && epochDay <= range.last
    if (isShown) itemsOn(epochDay)[0]?.focus()
    else goTo.current = epochDay
    onShow(nextView, epochDay)
  }

  /** To what is beside it on another day, or to that day itself. */
  function toDay(epochDay: number, from: HTMLElement) {
    const day = within(epochDay)
    if (day < range.first || day > range.last) return show(view, day)
    const items = itemsOn(day)
    const isHeading = itemsOn(Number(from.dataset['day']))[0] === from
    const top = from.getBoundingClientRect().top
    const distance = (item: HTMLElement) => Math.abs(item.getBoundingClientRect().top - top)
    const [nearest] = isHeading ? items : items.slice(1).toSorted((a, b) => distance(a) - distance(b))
    ;(nearest ?? items[0])?.focus()
  }

  /** To the next or previous one of the day; in a month, then to the day below or above. */
  function along(by: 1 | -1, from: HTMLElement) {
    const day = Number(from.dataset['day'])
    const items = itemsOn(day)
    const next = items[items.indexOf(from) + by]
    if (next) next.focus()
    else if (view === 'month') {
      const other = day + by * DAYS_PER_WEEK
      if (other < range.first || other > range.last) show(view, within(other))
      else
        itemsOn(other)
          .at(by === 1 ? 0 : -1)
          ?.focus()
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[data-item]')
    const day = item === null ? date : Number(item.dataset['day'])
    const week = (epochDay: number) => epochDay - ((epochDay - range.first) % DAYS_PER_WEEK)
    const isForward = getComputedStyle(target).direction === 'rtl' ? -1 : 1
    const keys: Record<string, (() => void) | undefined> = {
      PageUp: () => show(view, stepped(view, day, -1)),
      PageDown: () => show(view, stepped(view, day, 1)),
      t: () => show(view, today),
      w: () => show('week', day),
      m: () => show('month', day),
      ...(item && {
        ArrowLeft: () => toDay(day - isForward, item),
        ArrowRight: () => toDay(day + isForward, item),
        ArrowUp: () => along(-1, item),
        ArrowDown: () => along(1, item),
        Home: () => itemsOn(week(day))[0]?.focus(),
        End: () => itemsOn(week(day) + DAYS_PER_WEEK - 1)[0]?.focus(),
      }),
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return { onKeyDown, show }
}
