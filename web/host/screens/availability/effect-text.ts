import { counted } from '../../../../contract/events/rules-text.ts'
import type { ScheduleEffect } from '../../../../contract/schedules/schedule.schema.ts'

export const hasEffect = ({ slotsRemoved, slotsAdded, bookingsOutside }: ScheduleEffect) =>
  slotsRemoved + slotsAdded + bookingsOutside > 0

const verb = (isOne: boolean, base: string) => (isOne ? `${base}s` : base)

/** `Intro call loses 16 open times.`, `3 events lose 14 open times and gain 6.`; null if no slot changes. */
export function slotsText({ slotsRemoved, slotsAdded, events }: ScheduleEffect): string | null {
  const isOne = events.length === 1
  const changes = [
    slotsRemoved > 0 && `${verb(isOne, 'lose')} ${counted(slotsRemoved, 'open time')}`,
    slotsAdded > 0 &&
      `${verb(isOne, 'gain')} ${slotsRemoved > 0 ? slotsAdded : counted(slotsAdded, 'open time')}`,
  ].filter((change) => change !== false)
  if (changes.length === 0) return null
  return `${isOne ? events[0] : counted(events.length, 'event')} ${changes.join(' and ')}.`
}

/** `1 booking falls outside these hours` */
export const outsideText = ({ bookingsOutside: count }: ScheduleEffect) =>
  `${counted(count, 'booking')} ${verb(count === 1, 'fall')} outside these hours`
