import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { CalendarError } from '../calendar-provider.ts'

const decompressors = new Map([
  ['gzip', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ['x-gzip', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ['deflate', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)],
  ['br', promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)],
])

/**
 * Reads a body and decompresses it, unless its encoding is unknown: servers call plain text `none` or `utf-8`. Holds at
 * most `maxBytes` of it before and after, however well it was compressed.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const received = Buffer.concat(chunks)
  const decompress = decompressors.get(encoding)
  // Answers without a body announce an encoding too.
  if (size === 0 || !decompress) return received
  return decompress(received, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : error
  })
}

const tooLarge = () => new CalendarError('rejected', 'Too large', { trouble: 'too_large' })
