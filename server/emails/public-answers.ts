import type { BookedCollection } from '../../contract/collection.ts'
import { answerText, publicPart } from '../bookings/booked-collections.ts'

/** What was asked and answered when booking, as anybody with the booking may read it. */
export const publicAnswers = (collections: readonly BookedCollection[]) =>
  publicPart(collections).flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const answer = answerText(field)
      return answer === null ? [] : [{ id: field.id, label: field.label, answer }]
    }),
  )

/** `Company: Weber`, and `How many? 3`. */
export const labeled = (label: string, text: string) => `${label}${/\p{Po}$/u.test(label) ? '' : ':'} ${text}`
