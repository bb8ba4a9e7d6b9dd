import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A weak ETag: the bytes also depend on how they are compressed. */
export const weakEtag = (content: string) =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/**
 * Sends the tag. True if the client already has the content it names, so that a 304 will do (RFC 9110, If-None-Match).
 */
export function isUnchanged({ headers }: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const known = headers['if-none-match']?.split(',').map((one) => withoutWeakness(one.trim())) ?? []
  return known.includes(withoutWeakness(tag)) || known.includes('*')
}

/** Tags are compared weakly: a proxy may pass ours on as a strong one. */
const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')
