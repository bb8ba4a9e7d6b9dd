import { z } from 'zod'
import { labelColors, labelLimits, labelMessages } from './label-options.ts'
import { plainLine } from '../plain-text.ts'
import { quotas } from '../account/quotas.ts'

const fields = {
  name: z
    .string(labelMessages.name)
    .transform((text) => plainLine(text).replaceAll(/\s+/g, ' '))
    .pipe(z.string().min(1, labelMessages.name).max(labelLimits.name, labelMessages.nameTooLong)),
  color: z.enum(labelColors, labelMessages.color),
}

export const labelInput = z.object(fields)
export type LabelInput = z.input<typeof labelInput>
export const labelChange = z.object(fields).partial()

/** A label of the host. Only they ever see it. */
export const label = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.enum(labelColors),
  createdAt: z.string(),
})
export type Label = z.infer<typeof label>

/** What a label is on. Deleted events and collections don't count. */
export const labelUses = z.object({ events: z.int(), bookings: z.int(), collections: z.int() })
export type LabelUses = z.infer<typeof labelUses>

const unique = (ids: string[]) => [...new Set(ids)]

const labelId = z.uuid('Label ids must be UUIDs').toLowerCase()

/** The labels of something, in any order. */
export const labelIds = z
  .array(labelId, 'Label ids must be a list')
  .max(quotas.labels, `At most ${quotas.labels} labels`)
  .transform(unique)

/** The labels named first, in that order; the others follow in the order that they have. */
export const labelOrder = z.object({ ids: labelIds })

const labeled = (id: z.ZodType<string, string>) =>
  z
    .array(id, 'Ids must be a list')
    .min(1, 'Choose at least one')
    .max(labelLimits.labeledAtOnce, labelMessages.tooMany)
    .transform(unique)

const change = { add: labelIds.default([]), remove: labelIds.default([]) }
const isConsistent = ({ add, remove }: { add: string[]; remove: string[] }) =>
  !add.some((id) => remove.includes(id))
const contradiction = { error: labelMessages.contradiction, path: ['remove'] }

const uuid = z.string().toLowerCase()
export const bookingLabelsInput = z
  .object({ bookingIds: labeled(z.string()), ...change })
  .refine(isConsistent, contradiction)
export const eventLabelsInput = z
  .object({ eventIds: labeled(uuid), ...change })
  .refine(isConsistent, contradiction)
export const collectionLabelsInput = z
  .object({ collectionIds: labeled(uuid), ...change })
  .refine(isConsistent, contradiction)

const list = z
  .string()
  .max(4000, 'A list can have at most 4000 characters')
  .transform((text) =>
    text
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  )
  .pipe(labelIds)
  .transform((ids) => (ids.length === 0 ? undefined : ids))
  .optional()

/** Filters by label ids, separated by commas. An empty one matches everything. */
export const labelFilters = { labels_any: list, labels_all: list, labels_none: list }
