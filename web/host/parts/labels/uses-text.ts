import type { LabelUses } from '../../../../contract/labels/label.schema.ts'

const count = (number: number, one: string) =>
  `${new Intl.NumberFormat('en-US').format(number)} ${number === 1 ? one : `${one}s`}`

/** What deleting a label does, in words. */
export function usesText({ events, bookings, collections }: LabelUses): string {
  const parts = [
    ...(events > 0 ? [count(events, 'event')] : []),
    ...(bookings > 0 ? [count(bookings, 'booking')] : []),
    ...(collections > 0 ? [count(collections, 'collection')] : []),
  ]
  if (parts.length === 0) return 'Nothing has this label.'
  const [last, ...others] = parts.toReversed()
  const all = others.length === 0 ? last! : `${others.toReversed().join(', ')} and ${last!}`
  return `It will be removed from ${all}.`
}
