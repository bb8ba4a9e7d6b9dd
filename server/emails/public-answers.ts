import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { answerText } from '../../contract/bookings/answer-text.ts'
import { isBlank } from '../../contract/custom-fields/custom-fields.ts'
import { publicPart } from '../bookings/booked-collections.ts'
import { mailViewer } from './mail-viewer.ts'

/** The questions and answers from booking, as anyone with the booking may read them. */
export const publicAnswers = (collections: readonly BookedCollection[], hour12: boolean | null = true) =>
  publicPart(collections).flatMap(({ fields }) =>
    fields.flatMap((field) => {
      if (field.value === null || isBlank(field.value)) return []
      const answer = answerText(field.type, field.value, mailViewer('UTC', hour12))
      return [{ id: field.id, label: field.label, answer }]
    }),
  )

/** Formats `Company: Weber` and `How many? 3`. */
export const labeled = (label: string, text: string) => `${label}${/\p{Po}$/u.test(label) ? '' : ':'} ${text}`
