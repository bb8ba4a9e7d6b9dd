import { useEffect, useRef } from 'react'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { readDetails } from '../../../contract/bookings/prefilled-link.ts'
import { type Answers, fieldKey } from '../../fields/field-form.tsx'
import { changeQuery } from '../change-query.ts'

interface Details {
  fullName: string | null
  email: string | null
  answers: Answers
}

/**
 * Fills the form with what the page's link contains, and removes it from the address: a reload keeps what was typed
 * since, and who copies the address doesn't give away anybody's details. `event` is null for a form that a link can't
 * fill. Call it after the hooks that restore stored input, which the link replaces.
 */
export function usePrefill(
  event: PublicEvent | null,
  onDetails: (details: Details) => void,
  onGuests: (text: string) => void,
): void {
  // A link counts for the event as it was opened.
  const opened = useRef(event)
  useEffect(() => {
    if (opened.current === null) return
    const fields = opened.current.customFieldsCollections.flatMap((collection) =>
      collection.fields.map((field) => ({ ...field, key: fieldKey(collection.id, field.id) })),
    )
    const { fullName, email, guests, answers, names } = readDetails(location.search, fields)
    if (names.length === 0) return
    onDetails({
      fullName,
      email,
      answers: Object.fromEntries(answers.map(({ field, answer }) => [field.key, answer])),
    })
    if (guests.length > 0) onGuests(guests.join(', '))
    for (const name of names) changeQuery(name, null)
  }, [onDetails, onGuests])
}
