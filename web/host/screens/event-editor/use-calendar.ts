import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CalendarOption } from '../../../../contract/calendars/calendar-option.schema.ts'
import { PRIMARY_CALENDAR } from '../../../../contract/events/event-options.ts'
import { calendarsQuery } from '../../data/event-calls.ts'
import type { Choice } from '../../../ui/select.tsx'
import { calendarChoices } from '../../parts/calendars/calendar-choices.ts'

export interface CalendarChoice {
  /** The calendar to save; null if there is none. */
  calendarId: string | null
  choices: Choice<string>[]
  hint: string | null
  /** Whether its bookings can have a Google Meet link. */
  hasVideoCalls: boolean
}

/** The calendars to choose from. The first primary one is the default. */
export function useCalendar(chosen: string | null): CalendarChoice {
  const { data: calendars, isError } = useQuery(calendarsQuery)
  return useMemo(() => choiceOf(calendars, isError, chosen), [calendars, isError, chosen])
}

function choiceOf(
  calendars: readonly CalendarOption[] | undefined,
  isError: boolean,
  chosen: string | null,
): CalendarChoice {
  if (calendars === undefined) {
    const label = isError ? 'We couldn’t load your calendars' : 'Loading calendars...'
    return {
      calendarId: chosen,
      choices: [{ value: '', label }],
      hint: isError ? 'We’ll use your main calendar unless you choose another.' : null,
      hasVideoCalls: true,
    }
  }
  const choices = calendarChoices(calendars)
  const isChosen = chosen !== null && chosen !== PRIMARY_CALENDAR
  if (isChosen && !choices.some(({ value }) => value === chosen)) {
    choices.push({ value: chosen, label: `${chosen} (no longer available)` })
  }
  const calendarId = isChosen ? chosen : (calendars.find(({ isPrimary }) => isPrimary)?.id ?? null)
  if (calendarId === null) choices.unshift({ value: '', label: 'No calendar' })
  const hasVideoCalls = calendars.find(({ id }) => id === calendarId)?.hasVideoCalls ?? true
  return { calendarId, choices, hint: null, hasVideoCalls }
}
