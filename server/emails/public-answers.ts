import type { BookedCollection } from '../../contract/collection.ts'
import { answerText, publicPart } from '../bookings/booked-collections.ts'
import { wallWords } from './time-words.ts'

/** The questions and answers from booking, as anyone with the booking may read them. */
export const publicAnswers = (collections: readonly BookedCollection[], hour12 = true) =>
  publicPart(collections).flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const answer = answerText(field)
      if (answer === null) return []
      return [{ id: field.id, label: field.label, answer: wallWords(field.type, answer, hour12) }]
    }),
  )

/** Formats `Company: Weber` and `How many? 3`. */
export const labeled = (label: string, text: string) => `${label}${/\p{Po}$/u.test(label) ? '' : ':'} ${text}`
