import type { BookedCollection } from '../../../contract/collection.ts'
import { isBlank } from '../../../contract/custom-fields.ts'
import type { Reader } from '../../../contract/pages.ts'
import { answerText } from '../../texts/booking-text.ts'

export const NOT_FILLED = '[Not Filled]'

/** What was asked and answered, to read. */
export function AnswerList({
  collections,
  reader,
}: {
  collections: readonly BookedCollection[]
  reader: Reader
}) {
  return collections.map(({ id, name, fields }) => (
    <section key={id} aria-label={name}>
      <h3 className="mb-2 border-b border-line pb-1.5 font-semibold wrap-anywhere">{name}</h3>
      <dl className="grid gap-3">
        {presentFields(fields).map((field) => (
          <div key={field.id}>
            {field.type === 'header' ? (
              <dt className="mt-1 font-medium wrap-anywhere">{field.label}</dt>
            ) : (
              <dt className="text-xs text-muted wrap-anywhere">{field.label}</dt>
            )}
            <dd
              className={`whitespace-pre-line wrap-anywhere ${field.type === 'header' ? 'text-muted' : ''}`}
            >
              {field.type === 'header' ? field.description : <Value field={field} reader={reader} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

function Value({ field, reader }: { field: BookedCollection['fields'][number]; reader: Reader }) {
  return field.value === null || isBlank(field.value) ? (
    <span className="text-muted">{NOT_FILLED}</span>
  ) : (
    answerText(field.type, field.value, reader)
  )
}

/** A separator has nothing to say. */
const presentFields = (fields: BookedCollection['fields']) =>
  fields.filter((field) => !field.isDeleted && field.type !== 'separator')
