import type {
  CollectionField,
  CollectionInput,
} from '../../../../contract/custom-fields/collection.schema.ts'
import {
  collectionLimits,
  type CustomField,
  fieldErrors,
  optionsOf,
} from '../../../../contract/custom-fields/custom-fields.ts'
import {
  describeFieldType,
  hasOptions,
  isLayout,
  isSeparator,
} from '../../../../contract/custom-fields/field-types.ts'
import { hasShapeOf } from '../drafts/draft-storage.ts'
import { newId } from '../../../data/new-id.ts'

/** A field in an editor. Properties that its type doesn't support are kept, in case the type changes back. */
export interface FieldDraft {
  /** A temporary id for a new field, which isn't sent. */
  id: string
  isNew: boolean
  type: string
  label: string
  description: string
  /** As typed: one per line. */
  options: string
  isRequired: boolean
  isDeleted: boolean
  customId: string | null
  icon: string | null
}

export type FieldErrors = Readonly<Partial<Record<'type' | 'label' | 'description' | 'options', string>>>

export type FieldInput = CollectionInput['fields'][number]

export function newField(): FieldDraft {
  return {
    id: `new-${newId()}`,
    isNew: true,
    type: 'single-line',
    label: '',
    description: '',
    options: '',
    isRequired: false,
    isDeleted: false,
    customId: null,
    icon: null,
  }
}

const model = newField()
export const areFieldDrafts = (value: unknown): value is FieldDraft[] =>
  Array.isArray(value) && value.every((field) => hasShapeOf(model, field))

export function fieldDraftFrom(field: CollectionField): FieldDraft {
  const { id, type, label, description, options, isRequired, isDeleted, customId, icon } = field
  return {
    id,
    isNew: false,
    type,
    label,
    description,
    options: options.join('\n'),
    isRequired,
    isDeleted,
    customId,
    icon,
  }
}

const linesOf = (field: FieldDraft) => optionsOf(field.options.split('\n'))

/** The field with normalized texts. */
export const tidied = (field: FieldDraft): FieldDraft => ({
  ...field,
  label: field.label.trim(),
  description: field.description.trim(),
  options: linesOf(field).join('\n'),
})

/** The input for the fields: in order, without temporary ids, and only with what their types support. */
export function inputOf(fields: readonly FieldDraft[]): FieldInput[] {
  return fields.map((field, fieldPosition) => {
    const isLine = isSeparator(field.type)
    return {
      ...(!field.isNew && { id: field.id }),
      type: field.type,
      label: isLine ? '' : field.label.trim(),
      description: isLine ? '' : field.description.trim(),
      options: hasOptions(field.type) ? linesOf(field) : [],
      isRequired: field.isRequired && !isLayout(field.type),
      customId: field.customId,
      icon: field.icon,
      fieldPosition,
      isDeleted: field.isDeleted,
    }
  })
}

const shown = new WeakMap<FieldDraft, CustomField>()

/** The field as the person who fills it in sees it. The same draft returns the same object. */
export function shownField(field: FieldDraft): CustomField {
  const known = shown.get(field)
  if (known) return known
  const made = {
    id: field.id,
    type: field.type,
    label:
      field.label.trim() ||
      `Untitled ${describeFieldType(field.type).control === 'header' ? 'header' : 'field'}`,
    description: field.description.trim(),
    // Options with the same name are an error, and can't be told apart.
    options: [...new Set(linesOf(field))],
    isRequired: field.isRequired && !isLayout(field.type),
  }
  shown.set(field, made)
  return made
}

const errors = new WeakMap<FieldDraft, FieldErrors>()

/** A field's errors. The same draft returns the same object. */
export function errorsOf(field: FieldDraft): FieldErrors {
  const known = errors.get(field)
  if (known) return known
  const made = findErrors(field)
  errors.set(field, made)
  return made
}

function findErrors(field: FieldDraft): FieldErrors {
  const options = linesOf(field)
  const found: { -readonly [Part in keyof FieldErrors]: FieldErrors[Part] } = fieldErrors({
    type: field.type,
    label: field.label,
    options,
  })
  if (hasOptions(field.type)) {
    const { options: most, option: longest } = collectionLimits
    if (options.length > most) found.options ??= `A field can have at most ${most} options`
    if (options.some((option) => option.length > longest)) {
      found.options ??= `An option can have at most ${longest} characters`
    }
  }
  return found
}

export const hasErrors = (found: FieldErrors) => Object.keys(found).length > 0

/** The name of a field without a label. */
export const fieldName = (field: Pick<FieldDraft, 'type' | 'label'>) =>
  isSeparator(field.type) ? 'Separator' : field.label.trim() || 'Untitled field'
