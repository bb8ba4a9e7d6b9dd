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
import { plainLine, plainText } from './plain-text.ts'

const { name, description, fields, label, fieldDescription, options, option } = collectionLimits

const line = (what: string, longest: number) =>
  z
    .string(`${what} must be text`)
    .transform(plainLine)
    .pipe(z.string().max(longest, `${what} can have at most ${longest} characters`))
const text = (what: string, longest: number) =>
  z
    .string(`${what} must be text`)
    .transform(plainText)
    .pipe(z.string().max(longest, `${what} can have at most ${longest} characters`))

export const flag = z.boolean('Use true or false')

/** Counts the changes of a thing that several people or tabs may edit, from 1. */
export const version = z.int('A version is a whole number').min(1, 'A version is a whole number')

/** Handed through for the browser extension and other programs; nothing here reads it. */
const tag = line('A tag', 100).nullable()

/**
 * A field as it is saved. An id that the collection does not have yet is replaced by a new one. What a type does not have
 * (a separator's label, the options of a text) is dropped.
 */
const fieldInput = z
  .object({
    id: z.string().nullish(),
    // Any word: a type this version does not know is kept, and asked for as a line of text.
    type: z.string('Choose a field type').regex(/^[a-z][a-z0-9-]{0,39}$/i, 'Choose a field type'),
    label: line('A label', label).default(''),
    description: text('A description', fieldDescription).default(''),
    options: z
      .array(line('An option', option), 'Options are a list of texts')
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
  .array(fieldInput, 'Fields are a list')
  // Deleted ones come along, flagged, and are kept for as long as there are not too many of them.
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

/** What a collection is stays as it was made. */
export const collectionInput = z
  .object({
    ...changeable,
    type: z.enum(collectionTypes, `A collection's type is one of ${collectionTypes.join(', ')}`),
  })
  .partial({ description: true, type: true, isArchived: true })
export type CollectionInput = z.input<typeof collectionInput>

/**
 * A change of a collection: the whole of it, or any part. `fields` is the whole list; a stored field it leaves out is
 * kept as deleted. `isDeleted: false` brings a deleted collection back within 24 hours. A `version` is that of the
 * collection the change was made from; where it has another by now, the change is refused.
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
  /** The order, from 0. */
  fieldPosition: z.int(),
  isDeleted: z.boolean(),
})
export type CollectionField = z.infer<typeof collectionField>

/** Somebody a collection is shared with. `userId` names the share alone, so that it does not tell who has an account. */
export const collectionShare = z.object({ userId: z.uuid(), email: z.string() })
export type CollectionShare = z.infer<typeof collectionShare>

/** A collection as its owner, or somebody it is shared with, reads it. Deleted fields are among `fields`, flagged. */
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
  /** For the owner; nobody else sees who else was asked. */
  shares: z.array(collectionShare),
  version,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Collection = z.infer<typeof collection>

/** Without `status: deleted`, deleted collections are left out; with it there are no others. */
export const collectionFilters = z.object({
  status: z.enum(['active', 'archived', 'deleted'], 'Status is one of active, archived, deleted').optional(),
  type: z.enum(collectionTypes, `Type is one of ${collectionTypes.join(', ')}`).optional(),
})

export const shareMessage = 'Please enter a valid email address'
export const shareInput = z.object({
  email: z.string({ error: shareMessage }).trim().max(254, shareMessage).pipe(z.email(shareMessage)),
})

const stage = z.enum(collectionStages, `A stage is one of ${collectionStages.join(', ')}`)

/**
 * A collection an event is to use, in the order of the list. By its id alone: one of the host's library. Of type
 * `boomEvent`: one that belongs to this event, made or changed along with it; without an id it is new.
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
    // A library collection's content is changed where it lives; an event only says that it uses it.
    if (used.type !== 'boomEvent' || (id !== null && !used.fields)) return reference
    const content = z
      .object({
        name: collectionName(collectionMessages.inlineName),
        fields: someFields(collectionMessages.createdWithoutFields),
      })
      .safeParse({ name: used.name ?? '', fields: used.fields ?? [] })
    if (content.success) {
      return { ...reference, content: { ...content.data, description: used.description ?? '' } }
    }
    for (const { message, path } of content.error.issues) {
      context.addIssue({ code: 'custom', message, path: [...path] })
    }
    return z.NEVER
  })
export type UsedCollectionInput = z.input<typeof usedCollectionInput>

/** A collection as an event uses it, with what it asks now. */
export const usedCollection = collection
  .pick({ id: true, name: true, description: true, type: true, fields: true })
  .extend({ collectionStage: stage })
export type UsedCollection = z.infer<typeof usedCollection>

/** The same for somebody who books: deleted fields and all post-booking collections are left out. */
export const askedCollection = usedCollection.omit({ type: true })
export type AskedCollection = z.infer<typeof askedCollection>

const answer = z.union([z.string(), z.array(z.string()).max(options)])
export const answersInput = z
  .array(
    z.object({
      id: z.string(),
      fields: z
        .array(
          z.object({
            id: z.string(),
            value: z
              .union([answer, z.number().transform(String), z.boolean().transform(String), z.null()])
              .optional(),
          }),
          'Answers are a list',
        )
        .max(fields)
        .default([]),
    }),
    'Answers are a list of collections',
  )
  .max(collectionLimits.used * 2)

/** A collection as a booking keeps it: what was asked then, and what was answered. */
export const bookedCollection = askedCollection.extend({
  fields: z.array(collectionField.extend({ value: answer.nullable() })),
})
export type BookedCollection = z.infer<typeof bookedCollection>
