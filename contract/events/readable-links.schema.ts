import { z } from 'zod'
import { flag } from '../primitives.schema.ts'
import { nameError } from './readable-links.ts'

const name = (kind: 'handle' | 'slug') =>
  z
    .string(`A ${kind} must be text`)
    .trim()
    .toLowerCase()
    .check((context) => {
      const message = nameError(context.value, kind)
      if (message !== null) context.issues.push({ code: 'custom', message, input: context.value })
    })

/** The host's part of their readable links; null for none. */
export const hostHandle = z.object({ handle: z.string().nullable() })

/**
 * The names in an event's readable link, of which `handle` is in the links of all events, and whether the host's page
 * lists the event.
 */
export const eventAddressChange = z
  .object({ handle: name('handle').nullable(), slug: name('slug').nullable(), isListed: flag })
  .partial()

export const eventAddress = z.object({
  /** The event's part of its readable link; null for none. */
  slug: z.string().nullable(),
  isListed: z.boolean(),
  /** The path that the host shares: readable if both names are set. */
  publicPath: z.string(),
})
export type EventAddress = z.infer<typeof eventAddress>
