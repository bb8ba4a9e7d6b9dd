import type { z } from 'zod'
import type {
  answersInput,
  AskedCollection,
  BookedCollection,
  sharedAnswersInput,
} from '../../contract/custom-fields/collection.schema.ts'
import {
  type Answer,
  answerError,
  type CustomField,
  isBlank,
  isMissing,
} from '../../contract/custom-fields/custom-fields.ts'
import { describeFieldType, isLayout } from '../../contract/custom-fields/field-types.ts'
import { visibleAddress } from '../../contract/email.ts'
import { plainLine, plainText } from '../../contract/plain-text.ts'
import { AppError, editConflict, invalid } from '../http/errors.ts'

type BookedField = BookedCollection['fields'][number]
export type Answers = z.output<typeof answersInput>
export type SharedAnswers = z.output<typeof sharedAnswersInput>

/**
 * Creates the booking's own copy of the questions with the answers; the host's fields are empty. Ignores answers to
 * other questions, and accepts answers that are `stored` already. Throws `validation_failed` with a message for each
 * field.
 */
export function bookedCollections(
  asked: readonly AskedCollection[],
  answers: Answers,
  stored: readonly BookedCollection[] = [],
): BookedCollection[] {
  const given = answersById(answers)
  const before = new Map(stored.flatMap(({ fields: all }) => all.map((field) => [field.id, field])))
  const fields: Record<string, string> = {}
  const missing: string[] = []
  const booked = asked.map((collection) => ({
    ...collection,
    fields: collection.fields.map((field) => {
      const isAsked = collection.collectionStage === 'onBooking'
      const former = before.get(field.id)
      const value = isAsked ? readAnswer(field, given.get(collection.id)?.get(field.id), former) : null
      const place = `customFieldsCollections.${collection.id}.${field.id}`
      const error = value === null || isKept(former, field, value) ? null : answerError(field, value)
      if (error) fields[place] = error
      if (isAsked && isMissing(field, value ?? undefined)) {
        missing.push(field.label)
        fields[place] = `Please fill in ${field.label}`
      }
      return { ...field, value }
    }),
  }))
  if (missing.length > 0) {
    const message = `Please fill in the following: ${missing.join(', ')}`
    throw new AppError('validation_failed', message, { fields })
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
  return booked
}

/**
 * Whether an answer was stored before. Rules for typed answers may have become stricter since, and don't apply to it.
 */
const isKept = (stored: BookedField | undefined, { type, options }: CustomField, value: Answer) =>
  stored?.type === type && options.length === 0 && stored.value === value

/**
 * The booking's collections with the event's current private fields, plus earlier private answers to deleted fields.
 */
export function withPostBooking(
  booked: readonly BookedCollection[],
  current: readonly AskedCollection[],
): BookedCollection[] {
  const present = current.filter(({ collectionStage }) => collectionStage === 'postBooking')
  const before = new Map(
    booked.flatMap((collection) =>
      collection.collectionStage === 'postBooking' ? [[collection.id, collection]] : [],
    ),
  )
  const updated = present.map((collection): BookedCollection => {
    const earlier = new Map(before.get(collection.id)?.fields.map((field) => [field.id, field]))
    before.delete(collection.id)
    const fields = collection.fields.map((field) => {
      const value = earlier.get(field.id)?.value ?? null
      earlier.delete(field.id)
      return { ...field, value }
    })
    return { ...collection, fields: [...fields, ...filled([...earlier.values()])] }
  })
  const gone = [...before.values()]
    .map((collection) => ({ ...collection, fields: filled(collection.fields) }))
    .filter(({ fields }) => fields.length > 0)
  return [...booked.filter(({ collectionStage }) => collectionStage === 'onBooking'), ...updated, ...gone]
}

/**
 * The same with the host's `answers`. Throws `validation_failed` for an invalid answer, and `edit_conflict` if one
 * would replace something else than it `replaces`.
 */
export function fillIn(collections: readonly BookedCollection[], answers: SharedAnswers): BookedCollection[] {
  const given = new Map(
    answers.map(({ id, fields }) => [id, new Map(fields.map((field) => [field.id, field]))]),
  )
  const errors: Record<string, string> = {}
  const filledIn = collections.map((collection) => {
    const ofThis = given.get(collection.id)
    if (collection.collectionStage !== 'postBooking' || !ofThis) return collection
    const fields = collection.fields.map((field) => {
      const answered = ofThis.get(field.id)
      if (!answered) return field
      const value = readAnswer(field, answered.value, field)
      if (answered.replaces && !mayReplace(field, [...answered.replaces, value])) throw editConflict()
      const error = value === null || isKept(field, field, value) ? null : answerError(field, value)
      if (error) errors[`customFieldsCollections.${collection.id}.${field.id}`] = error
      return { ...field, value }
    })
    return { ...collection, fields }
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return filledIn
}

/** Whether the field holds one of these answers, as they were typed or as they are stored. */
function mayReplace(field: BookedField, replaced: readonly (Answer | null)[]): boolean {
  const asText = (answer: Answer | null) => (answer === null || isBlank(answer) ? '' : JSON.stringify(answer))
  const held = asText(field.value)
  return replaced.some((one) => [one, readAnswer(field, one)].some((form) => asText(form) === held))
}

/** A form's answers where it was `touched` (`collectionId.fieldId`), elsewhere the public answers in `stored`. */
export function withTouched(
  answers: Answers,
  stored: readonly BookedCollection[],
  touched: ReadonlySet<string>,
): Answers {
  const before = publicPart(stored)
  return [...new Set([...before, ...answers].map(({ id }) => id))].map((id) => {
    const fieldsIn = (all: Answers) => all.find((collection) => collection.id === id)?.fields ?? []
    const isTouched = (field: { id: string }) => touched.has(`${id}.${field.id}`)
    const kept = fieldsIn(before).filter((field) => !isTouched(field))
    return { id, fields: [...kept, ...fieldsIn(answers).filter(isTouched)] }
  })
}

/** The booking's collections after its questions were answered again. Answers to removed questions are kept. */
export function mergeAnswers(
  before: readonly BookedCollection[],
  after: readonly BookedCollection[],
): BookedCollection[] {
  const asked = publicPart(after)
  const current = new Map(asked.map((collection) => [collection.id, collection]))
  const left = publicPart(before).flatMap((collection) => {
    const present = new Set(current.get(collection.id)?.fields.map(({ id }) => id))
    const fields = filled(collection.fields.filter(({ id }) => !present.has(id)))
    return fields.length > 0 ? [{ ...collection, fields }] : []
  })
  const merged = asked.map((collection) => ({
    ...collection,
    fields: [...collection.fields, ...left.flatMap(({ id, fields }) => (id === collection.id ? fields : []))],
  }))
  return [
    ...merged,
    ...left.filter(({ id }) => !current.has(id)),
    ...before.filter(({ collectionStage }) => collectionStage === 'postBooking'),
  ]
}

/** The part that anyone with the booking's id may see. */
export const publicPart = (booked: readonly BookedCollection[]) =>
  booked.filter(({ collectionStage }) => collectionStage === 'onBooking')

/** An answer as text; null if there is none. */
export function plainAnswer({ value }: { value: Answer | null }): string | null {
  if (value === null || isBlank(value)) return null
  return Array.isArray(value) ? value.join(', ') : value
}

const filled = (fields: BookedCollection['fields']) => fields.filter((field) => plainAnswer(field) !== null)

function answersById(answers: Answers) {
  return new Map(
    answers.map(({ id, fields }) => [id, new Map(fields.map((field) => [field.id, field.value]))]),
  )
}

/** An answer in its stored form; null if there is none. A text that is `stored` already stays as it is. */
function readAnswer(
  field: CustomField,
  value: Answer | null | undefined,
  stored?: BookedField,
): Answer | null {
  if (value === null || value === undefined || isLayout(field.type)) return null
  const { control } = describeFieldType(field.type)
  if (control === 'checkbox') {
    const chosen = (typeof value === 'string' ? [value] : value).filter((option) => option !== '')
    const inOrder = chosen.toSorted((a, b) => field.options.indexOf(a) - field.options.indexOf(b))
    return inOrder.length === 0 ? null : inOrder
  }
  if (typeof value !== 'string' || value === stored?.value) return value
  const visible = control === 'email' ? visibleAddress(value) : value
  const text = control === 'textarea' ? plainText(visible) : plainLine(visible)
  return text === '' ? null : text
}
