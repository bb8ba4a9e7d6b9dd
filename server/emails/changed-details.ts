import { isDeepStrictEqual } from 'node:util'
import { plainAnswer, publicPart } from '../bookings/booked-collections.ts'
import type { BookedCollection } from '../../contract/collection.schema.ts'
import type { BookingRow } from '../db/schema.ts'
import type { MailRole } from './queued-mail.ts'

type BookedField = BookedCollection['fields'][number]

const names: Record<string, string> = {
  duration: 'Duration',
  meetVia: 'How to meet',
  location: 'Location',
  fullName: 'Name',
  email: 'Email address',
}

/** What is compared to find out what changed. */
export type BookingBefore = Pick<
  BookingRow,
  'fullName' | 'email' | 'customFields' | 'meetVia' | 'location' | 'startAt' | 'endAt'
>

/** How many answers an email names. */
const MAX_NAMED = 5

/**
 * What a change is about for a person, apart from a new start: a name from above, or the id of an answer's field. Guests only care
 * about what their calendar shows.
 */
export function changedDetails(role: MailRole, before: BookingBefore, after: BookingBefore): string[] {
  const entry = (['meetVia', 'location'] as const).filter((name) => before[name] !== after[name])
  const hasNewEnd = before.endAt - before.startAt !== after.endAt - after.startAt
  const shared = [...(hasNewEnd ? ['duration'] : []), ...entry]
  if (role === 'guest') return shared
  const person = (['fullName', 'email'] as const).filter((name) => before[name] !== after[name])
  return [...shared, ...person, ...changedFields(before.customFields, after.customFields)]
}

/** Only answers count: the host may have changed the questions since, or added some. */
function changedFields(before: readonly BookedCollection[], after: readonly BookedCollection[]): string[] {
  const [old, current] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...current.keys(), ...old.keys()])].filter(
    (id) => !isDeepStrictEqual(answerOf(old.get(id)), answerOf(current.get(id))),
  )
}

const answerOf = (field: BookedField | undefined) =>
  field && plainAnswer(field) !== null ? field.value : null

const fieldsOf = (collections: readonly BookedCollection[]) =>
  new Map(publicPart(collections).flatMap(({ fields }) => fields.map((field) => [field.id, field])))

/** Names what changed, as far as the recipient may see it; empty if nothing has a name. */
export function changedText(changed: readonly string[], seen: readonly BookedCollection[]): string {
  const fields = fieldsOf(seen)
  const named = [...new Set(changed.flatMap((one) => names[one] ?? fields.get(one)?.label ?? []))]
  const more = named.length - MAX_NAMED
  return [...named.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
