import { counted } from '../../../contract/rules-text.ts'
import type { ScheduleEffect } from '../../../contract/schedule.schema.ts'

export const hasEffect = ({ slotsRemoved, slotsAdded, bookingsOutside }: ScheduleEffect) =>
  slotsRemoved + slotsAdded + bookingsOutside > 0

const verb = (count: number, one: string, many: string) => (count === 1 ? one : many)

/** `14 slots go, 6 come in the next four weeks, in 3 events. 2 bookings now lie outside.` */
export function effectText({ slotsRemoved, slotsAdded, events, bookingsOutside }: ScheduleEffect): string {
  const changes = [
    slotsRemoved > 0 && `${counted(slotsRemoved, 'slot')} ${verb(slotsRemoved, 'goes', 'go')}`,
    slotsAdded > 0 &&
      `${slotsRemoved > 0 ? slotsAdded : counted(slotsAdded, 'slot')} ${verb(slotsAdded, 'comes', 'come')}`,
  ].filter((change) => change !== false)
  const sentences = [
    changes.length > 0 && `${changes.join(', ')} in the next four weeks, in ${counted(events, 'event')}.`,
    bookingsOutside > 0 &&
      `${counted(bookingsOutside, 'booking')} now ${verb(bookingsOutside, 'lies', 'lie')} outside.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
