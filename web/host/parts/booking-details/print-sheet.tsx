import { createPortal } from 'react-dom'
import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { product } from '../../../../contract/product.ts'
import { type Answers, fieldKey } from '../../../fields/field-form.tsx'
import { AnswerList } from '../../../fields/answer-list.tsx'
import { detailRows } from './detail-rows.tsx'
import './print-sheet.css'

const guestRow = (guests: readonly string[]) =>
  guests.length === 0 ? [] : [{ label: 'Guests', value: guests.join('\n') }]

interface PrintSheetProps {
  booking: BookingAnswer
  /** The host's answers, saved or not. */
  answers: Answers
  viewer: Viewer
}

/**
 * The printout of the open booking. It is always rendered, so that the browser's own Print works, but visible only in
 * print.
 */
export function PrintSheet({ booking, answers, viewer }: PrintSheetProps) {
  const { title, guests, customFieldsCollections } = booking.bookingData
  const collections = customFieldsCollections.map((collection) => ({
    ...collection,
    fields: collection.fields.map((field) => ({
      ...field,
      value: answers[fieldKey(collection.id, field.id)] ?? field.value,
    })),
  }))
  return createPortal(
    <div className="print-sheet">
      <p className="text-muted">{product.name}</p>
      <h1 className="mt-1 mb-5 text-2xl font-semibold wrap-anywhere">{title}</h1>
      <dl className="print-rows">
        {[...detailRows(booking, viewer), ...guestRow(guests)].map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="print-answers">
        <AnswerList collections={collections} viewer={viewer} />
      </div>
    </div>,
    document.body,
  )
}
