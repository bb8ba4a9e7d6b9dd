import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged, weakEtag } from '../etag.ts'

/** Better costs several times as much for a few percent. */
const BROTLI_QUALITY = 5
const MIN_COMPRESSED_BYTES = 1024

const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}
type Encoding = keyof typeof encoders

/** An answer's bytes, which are compressed when somebody first asks for it. */
export interface Content {
  readonly headers: Readonly<Record<string, string>>
  /** An upper bound of its memory. */
  readonly maxBytes: number
  /** Names the content, whatever its encoding. */
  readonly etag: string
  readonly bytes: Buffer
  encoded(encoding: Encoding): Promise<Buffer>
}

export function createContent(text: string, headers: Readonly<Record<string, string>>): Content {
  // Not `Buffer.from`: a short one would keep all of the pool that it is a part of in memory.
  const bytes = Buffer.from(new TextEncoder().encode(text).buffer)
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return {
    headers,
    maxBytes: bytes.length * 2 + 1024,
    etag: weakEtag(text),
    bytes,
    encoded: (encoding) => (encoded[encoding] ??= encoders[encoding](bytes)),
  }
}

/** Sends it, or 304 without it if the client has it already. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): Promise<FastifyReply> {
  reply.headers(content.headers).header('vary', 'accept-encoding')
  if (isUnchanged(request, reply, content.etag)) return reply.status(304).send()
  const encoding = content.bytes.length < MIN_COMPRESSED_BYTES ? null : acceptedBy(request)
  if (encoding === null) return reply.send(content.bytes)
  return reply.header('content-encoding', encoding).send(await content.encoded(encoding))
}

/** The best encoding that a client accepts (RFC 9110, Accept-Encoding). */
function acceptedBy({ headers }: FastifyRequest): Encoding | null {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return null
  const names = new Set(
    accepted
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
      .map((one) => one.split(';', 1)[0]!.trim()),
  )
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : null
}
