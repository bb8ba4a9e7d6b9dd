import { describeFieldType, isSeparator } from '../../contract/custom-fields/field-types.ts'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { isBlank } from '../../contract/custom-fields/custom-fields.ts'
import type { Viewer } from '../../contract/time/viewer.ts'
import { answerText } from '../../contract/bookings/answer-text.ts'

export const NOT_FILLED = '[Not Filled]'

/** Questions and answers, read-only. */
export function AnswerList({
  collections,
  viewer,
}: {
  collections: readonly BookedCollection[]
  viewer: Viewer
}) {
  return collections.map(({ id, name, fields }) => (
    <section key={id} aria-label={name}>
      <h3 className="mb-2 border-b border-line pb-1.5 font-semibold wrap-anywhere">{name}</h3>
      <dl className="grid gap-3">
        {presentFields(fields).map((field) => (
          <div key={field.id}>
            {describeFieldType(field.type).control === 'header' ? (
              <dt className="mt-1 font-medium wrap-anywhere">{field.label}</dt>
            ) : (
              <dt className="text-xs text-muted wrap-anywhere">{field.label}</dt>
            )}
            <dd
              className={`whitespace-pre-line wrap-anywhere ${describeFieldType(field.type).control === 'header' ? 'text-muted' : ''}`}
            >
              {describeFieldType(field.type).control === 'header' ? (
                field.description
              ) : (
                <Value field={field} viewer={viewer} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

function Value({ field, viewer }: { field: BookedCollection['fields'][number]; viewer: Viewer }) {
  return field.value === null || isBlank(field.value) ? (
    <span className="text-muted">{NOT_FILLED}</span>
  ) : (
    <bdi>{answerText(field.type, field.value, viewer)}</bdi>
  )
}

/** A separator has no answer. */
const presentFields = (fields: BookedCollection['fields']) =>
  fields.filter((field) => !field.isDeleted && !isSeparator(field.type))
