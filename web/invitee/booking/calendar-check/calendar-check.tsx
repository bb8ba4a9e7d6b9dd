import { useState } from 'react'
import type { CheckCalendar, CheckCalendarProps } from './check-calendar.tsx'

interface CheckState {
  /** Undefined if nothing is being checked. */
  Check?: typeof CheckCalendar
  popup?: Window | null
  /** Why the last check ended. */
  text?: string
}

/** Lets invitees see which times clash with their own calendar. Few do, so what it takes is loaded on a click. */
export function CalendarCheck(props: Omit<CheckCalendarProps, 'popup' | 'onEnd'>) {
  const [{ Check, popup = null, text }, change] = useState<CheckState>({})
  const start = () => {
    // At once, or browsers block it.
    const opened = open('about:blank', 'calendar-check', 'popup,width=500,height=640')
    change({})
    import('./check-calendar.tsx').then(
      (module) => change({ Check: module.CheckCalendar, popup: opened }),
      () => {
        opened?.close()
        change({
          text: 'We couldn’t check your calendar. Check your connection and try again, or reload the page.',
        })
      },
    )
  }
  return (
    <div className="calendar-check needs-script">
      <button type="button" className="button quiet" onClick={() => (Check ? change({}) : start())}>
        {Check ? 'Stop checking' : 'Check against my calendar'}
      </button>
      <p className="hint" role="status">
        {Check ? <Check {...props} popup={popup} onEnd={change} /> : text}
      </p>
    </div>
  )
}
