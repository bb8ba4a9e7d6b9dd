import { createHash } from 'node:crypto'
import { plainAnswer, publicPart } from '../bookings/booked-collections.ts'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import type { BookingRow } from '../db/tables/bookings.ts'
import type { ChangedDetails, MailRole } from '../jobs/queued-mail.ts'

/** By the names in `ChangedDetails`. */
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

/** What a change is about for a person, apart from a new start. */
export function changedDetails(role: MailRole, before: BookingBefore, after: BookingBefore): ChangedDetails {
  const [old, current] = [detailsOf(role, before), detailsOf(role, after)]
  const all = [...new Set([...current.keys(), ...old.keys()])].map((name) => [name, digest(old.get(name))])
  return stillChanged(role, Object.fromEntries(all), after)
}

/** Without what is again as it was. */
export function stillChanged(role: MailRole, changed: ChangedDetails, now: BookingBefore): ChangedDetails {
  const current = detailsOf(role, now)
  return Object.fromEntries(
    Object.entries(changed).filter(([name, old]) => old !== digest(current.get(name))),
  )
}

/**
 * What concerns a person, by name. Guests only care about what their calendar shows. Of questions, only the answers
 * count: the host may have changed or added some since. An address in other capitals is the same.
 */
function detailsOf(role: MailRole, booking: BookingBefore): Map<string, unknown> {
  const { startAt, endAt, meetVia, location, fullName, email, customFields } = booking
  const shared = { duration: endAt - startAt, meetVia, location }
  if (role === 'guest') return new Map<string, unknown>(Object.entries(shared))
  const answers = [...fieldsOf(customFields)].filter(([, field]) => plainAnswer(field) !== null)
  return new Map<string, unknown>([
    ...Object.entries({ ...shared, fullName, email: email.toLowerCase() }),
    ...answers.map(([id, { value }]) => [id, value] as const),
  ])
}

const digest = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 22)

const fieldsOf = (collections: readonly BookedCollection[]) =>
  new Map(publicPart(collections).flatMap(({ fields }) => fields.map((field) => [field.id, field])))

/** Names what changed, as far as the recipient may see it; empty if nothing has a name. */
export function changedText(changed: ChangedDetails, seen: readonly BookedCollection[]): string {
  const labels = [...fieldsOf(seen)].map(([id, { label }]) => [id, label] as const)
  // The database doesn't keep the order of `changed`.
  const all = [...Object.entries(names), ...labels].filter(([name]) => Object.hasOwn(changed, name))
  const named = [...new Set(all.map(([, label]) => label))]
  const more = named.length - MAX_NAMED
  return [...named.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
