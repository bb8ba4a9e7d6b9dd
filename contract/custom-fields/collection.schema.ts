import { z } from 'zod'
import {
  collectionLimits,
  collectionMessages,
  collectionStages,
  collectionTypes,
  fieldErrors,
  optionsOf,
} from './custom-fields.ts'
import { hasOptions, isLayout, isSeparator } from './field-types.ts'
import { describeIssue } from '../describe-issue.ts'
import { labelIds } from '../labels/label.schema.ts'
import { plainLine } from '../plain-text.ts'
import { email, emailRefusal, flag, line, notifies, text, version } from '../primitives.schema.ts'

const { name, description, fields, label, fieldDescription, options, option } = collectionLimits

/** Stored for the browser extension and other programs; the server never interprets it. */
const tag = line('A tag', 100).nullable()

/**
 * A field as clients save it. An id that isn't in the collection yet is replaced with a new one. Properties that a
 * type doesn't support (a separator's label, the options of a text field) are dropped.
 */
const fieldInput = z
  .object({
    id: z.string().nullish(),
    // Any word: types unknown to this version are kept and shown as a text input.
    type: z.string('Choose a field type').regex(/^[a-z][a-z0-9-]{0,39}$/i, 'Choose a field type'),
    label: line('A label', label).default(''),
    description: text('A description', fieldDescription).default(''),
    options: z
      .array(line('An option', option), 'Options must be a list of strings')
      .max(options, `A field can have at most ${options} options`)
      .default([])
      .transform(optionsOf),
    customId: tag.default(null),
    icon: tag.default(null),
    isRequired: flag.default(false),
    fieldPosition: z.int().min(0).optional(),
    isDeleted: flag.default(false),
  })
  .transform((field) => {
    const isLine = isSeparator(field.type)
    return {
      ...field,
      label: isLine ? '' : field.label,
      description: isLine ? '' : field.description,
      options: hasOptions(field.type) ? field.options : [],
      isRequired: field.isRequired && !isLayout(field.type),
    }
  })
  .superRefine((field, context) => {
    if (field.isDeleted) return
    for (const [part, message] of Object.entries(fieldErrors(field))) {
      context.addIssue({ code: 'custom', message, path: [part] })
    }
  })

const tooManyFields = `A collection can have at most ${fields} fields`

const fieldsInput = z
  .array(fieldInput, 'Fields must be a list')
  // Clients send deleted fields too, flagged. They are kept up to a limit.
  .max(fields * 3, tooManyFields)
  .refine((list) => list.filter((field) => !field.isDeleted).length <= fields, tooManyFields)

export const someFields = (message: string) =>
  fieldsInput.refine((list) => list.some((field) => !field.isDeleted), message)

export const collectionName = (message: string) =>
  z
    .string(message)
    .transform(plainLine)
    .pipe(z.string().min(1, message).max(name, `A collection's name can have at most ${name} characters`))

const changeable = {
  name: collectionName(collectionMessages.name),
  description: text('A description', description),
  fields: someFields(collectionMessages.noFields),
  isArchived: flag,
}

/** The type of a collection never changes. */
export const collectionInput = z
  .object({
    ...changeable,
    type: z.enum(collectionTypes, `A collection's type must be one of ${collectionTypes.join(', ')}`),
    labelIds,
  })
  .partial({ description: true, type: true, isArchived: true, labelIds: true })
export type CollectionInput = z.input<typeof collectionInput>

/**
 * A full or partial change of a collection. `fields` is the complete list, and stored fields missing from it are kept
 * as deleted. `isDeleted: false` restores a deleted collection within 24 hours. A `version` is the one the change is
 * based on; the change is rejected if the collection has a newer version.
 */
export const collectionChange = z.object({ ...changeable, isDeleted: flag, version }).partial()

export const collectionField = z.object({
  id: z.uuid(),
  type: z.string(),
  label: z.string(),
  description: z.string(),
  options: z.array(z.string()),
  customId: z.string().nullable(),
  icon: z.string().nullable(),
  isRequired: z.boolean(),
  /** The position in the list, from 0. */
  fieldPosition: z.int(),
  isDeleted: z.boolean(),
})
export type CollectionField = z.infer<typeof collectionField>

/**
 * A person a collection is shared with. `userId` identifies only the share, so that it doesn't reveal who has an
 * account.
 */
export const collectionShare = z.object({ userId: z.uuid(), email: z.string() })
export type CollectionShare = z.infer<typeof collectionShare>
export const addedCollectionShare = collectionShare.extend({ emailRefusal })

/** A collection as its owner or a person it is shared with reads it. `fields` includes deleted fields, flagged. */
export const collection = z.object({
  id: z.uuid(),
  collectionId: z.uuid(),
  name: z.string(),
  description: z.string(),
  type: z.enum(collectionTypes),
  status: z.enum(['active', 'archived', 'deleted']),
  isArchived: z.boolean(),
  isDeleted: z.boolean(),
  entityRole: z.enum(['owner', 'shared']),
  ownerName: z.string(),
  fields: z.array(collectionField),
  /** Only the owner sees the shares. */
  shares: z.array(collectionShare),
  /** The caller's own labels, in their order. */
  labelIds: z.array(z.uuid()),
  version,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Collection = z.infer<typeof collection>

/** `status: deleted` returns only deleted collections; otherwise they are left out. */
export const collectionFilters = z.object({
  status: z
    .enum(['active', 'archived', 'deleted'], 'Status must be one of active, archived, deleted')
    .optional(),
  type: z.enum(collectionTypes, `Type must be one of ${collectionTypes.join(', ')}`).optional(),
})

export const shareInput = z.object({ email: email(), notify: notifies })

const stage = z.enum(collectionStages, `A stage must be one of ${collectionStages.join(', ')}`)

/**
 * A collection in an event's list. An id alone refers to a collection in the host's library. With type `boomEvent` it
 * belongs to this event and is created (without an id) or updated along with it.
 */
export const usedCollectionInput = z
  .object({
    id: z.string().nullish(),
    collectionId: z.string().nullish(),
    collectionStage: stage.nullish(),
    type: z.enum(collectionTypes).nullish(),
    name: z.string().nullish(),
    description: text('A description', description).nullish(),
    fields: z.array(z.unknown()).nullish(),
  })
  .transform((used, context) => {
    const id = used.id ?? used.collectionId ?? null
    const collectionStage = used.collectionStage ?? 'onBooking'
    const reference = { id, collectionStage, content: null }
    // A library collection is edited on its own page, so an event only references it.
    if (used.type !== 'boomEvent' || (id !== null && !used.fields)) return reference
    const content = z
      .object({
        name: collectionName(collectionMessages.inlineName),
        fields: someFields(collectionMessages.createdWithoutFields),
      })
      .safeParse({ name: used.name ?? '', fields: used.fields ?? [] }, { error: describeIssue })
    if (content.success) {
      return { ...reference, content: { ...content.data, description: used.description ?? '' } }
    }
    for (const { message, path } of content.error.issues) {
      context.addIssue({ code: 'custom', message, path: [...path] })
    }
    return z.NEVER
  })
export type UsedCollectionInput = z.input<typeof usedCollectionInput>

/** A collection as an event uses it, with its current fields. */
export const usedCollection = collection
  .pick({ id: true, name: true, description: true, type: true, fields: true })
  .extend({ collectionStage: stage })
export type UsedCollection = z.infer<typeof usedCollection>

/** The same for invitees: without deleted fields and post-booking collections. */
export const askedCollection = usedCollection.omit({ type: true })
export type AskedCollection = z.infer<typeof askedCollection>

const answer = z.union([z.string(), z.array(z.string()).max(options)])
const answered = z.object({
  id: z.string(),
  value: z.union([answer, z.number().transform(String), z.boolean().transform(String), z.null()]).optional(),
})
const answersOf = <Field extends z.ZodType>(field: Field) =>
  z
    .array(
      z.object({
        id: z.string(),
        fields: z.array(field, 'Answers must be a list').max(fields).default([]),
      }),
      'Answers must be a list of collections',
    )
    .max(collectionLimits.used * 2)

export const answersInput = answersOf(answered)

/** Answers that several people may be typing at once. */
export const sharedAnswersInput = answersOf(
  answered.extend({
    /** What the field may hold until now; anything else was stored in the meantime. Omitted: whatever it holds. */
    replaces: z.array(answer).max(collectionLimits.replaced).optional(),
  }),
)

/** A collection as stored with a booking: the fields at that time, and the answers. */
export const bookedCollection = askedCollection.extend({
  fields: z.array(collectionField.extend({ value: answer.nullable() })),
})
export type BookedCollection = z.infer<typeof bookedCollection>
