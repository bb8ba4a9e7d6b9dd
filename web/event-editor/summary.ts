import type { WeeklyAvailability } from '../../contract/weekly-availability.ts'
import type { SummaryItem } from '../ui/error-summary.tsx'
import { type DraftErrors, type DraftField, fieldId, firstSlotError, slotId } from './event-errors.ts'

/** The errors of the form with the control each leads to; those of the week lead to its first wrong slot. */
export function summaryOf(errors: DraftErrors, week: WeeklyAvailability): SummaryItem[] {
  return (Object.entries(errors) as [DraftField, string][]).map(([field, message]) => {
    if (field !== 'week') return { fieldId: fieldId(field), message }
    const slot = firstSlotError(week)
    return slot ? { fieldId: slotId(slot.day, slot.index), message } : { message }
  })
}
