import { createPortal } from 'react-dom'
import type { BookingAnswer } from '../../contract/booking.ts'
import type { Reader } from '../../contract/pages.ts'
import { product } from '../../contract/product.ts'
import { AnswerList } from './answer-list.tsx'
import { detailRows } from './detail-rows.tsx'
import './print-sheet.css'

/** The opened booking on paper: always there, so that the browser's own Print has it as well, and seen nowhere else. */
export function PrintSheet({ booking, reader }: { booking: BookingAnswer; reader: Reader }) {
  const { title, customFieldsCollections } = booking.bookingData
  return createPortal(
    <div className="print-sheet">
      <p className="text-muted">{product.name}</p>
      <h1 className="mt-1 mb-5 text-2xl font-semibold wrap-anywhere">{title}</h1>
      <dl className="print-rows">
        {detailRows(booking, reader).map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="print-answers">
        <AnswerList collections={customFieldsCollections} reader={reader} />
      </div>
    </div>,
    document.body,
  )
}
