import type { CalendarOption } from '../../../../contract/calendars/calendar-option.schema.ts'
import type { Choice } from '../../../ui/select.tsx'
import { accountName } from './account-text.ts'

/** Calendars to choose from, under their accounts' names if there are several. */
export function calendarChoices(calendars: readonly CalendarOption[]): Choice<string>[] {
  const accountOf = ({ email, server }: CalendarOption) => accountName({ name: email, server })
  const hasSeveral = new Set(calendars.map(accountOf)).size > 1
  return calendars.map((calendar) => ({
    value: calendar.id,
    label: calendar.name,
    ...(hasSeveral && { group: accountOf(calendar) }),
  }))
}
