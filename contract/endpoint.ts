import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

/**
 * An API call. `access` defines who may call it: `host` requires a session token, `anyone` requires none, and
 * `optional` uses a token if there is one. A program's token can make only calls whose scopes it has. `errors` lists
 * the codes specific to the call, without the ones every call can return (client header, size, rate).
 */
export interface Endpoint {
  summary: string
  access: 'host' | 'anyone' | 'optional'
  /** What a program's token must include for this call. Calls without scopes aren't open to programs. */
  scopes?: readonly Scope[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject | z.ZodDiscriminatedUnion<z.ZodObject[]>
  headers?: z.ZodObject
  output: z.ZodType
  /** 201 if the call creates something, otherwise 200. */
  status?: 201
  /** Clients poll this call, so it sends an ETag and answers 304 if nothing changed. */
  isPolled?: true
  errors: readonly ErrorCode[]
}

/** Path parameters. No id has null characters, which PostgreSQL's text can't contain. */
export const id = z.object({ id: z.string().transform((text) => text.replaceAll('\0', ' ')) })

const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a row. Nothing is found for other texts, which would be an error in the database. */
export const rowId = z.string().refine((text) => ROW_ID.test(text))

/** The path parameters of a call that names one row. */
export const byRowId = z.object({ id: rowId })

export const nothing = z.null()
/** Makes retries safe: requests with the same key and body create the same thing only once. */
export const idempotent = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'An Idempotency-Key can’t be empty')
    .max(255, 'An Idempotency-Key can have at most 255 characters')
    .optional(),
})
