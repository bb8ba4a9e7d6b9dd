import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * One call of the interface. `access` says who may make it: `host` needs a session token, `anyone` needs none, and with
 * `optional` one that is sent is checked and heeded.
 * `errors` are the codes particular to the call; those every call can give (client header, size, rate) are left out.
 */
export interface Endpoint {
  summary: string
  access: 'host' | 'anyone' | 'optional'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  headers?: z.ZodObject
  output: z.ZodType
  /** 201 where something is created, else 200. */
  status?: 201
  /** Asked again and again: the answer has an ETag, and is not sent while it stays the same. */
  isPolled?: true
  errors: readonly ErrorCode[]
}

/** Of what the path names. */
export const id = z.object({ id: z.string() })
export const nothing = z.null()
/** Makes a repeated request safe: the same key and body, the same thing, made once. */
export const idempotent = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'An Idempotency-Key can’t be empty')
    .max(255, 'An Idempotency-Key can have at most 255 characters')
    .optional(),
})
