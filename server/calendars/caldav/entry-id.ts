import { createHash } from 'node:crypto'
import { percentDecoded } from '../../adapters/outgoing/percent-decoded.ts'

const MAX_LENGTH = 255

/**
 * What an entry is called here: the last part of its URL without the ending that ours have. What has another one gets a
 * slash, so that `a` and `a.ics` are two entries.
 */
export function entryIdOf({ pathname }: URL): string {
  const name = percentDecoded(pathname.slice(pathname.lastIndexOf('/') + 1))
  const segment = (name.endsWith('.ics') ? name.slice(0, -'.ics'.length) : `${name}/`)
    .replaceAll('\0', '')
    .toWellFormed()
  return segment.length > MAX_LENGTH ? createHash('sha256').update(segment).digest('base64url') : segment
}

/** Where we keep an entry of ours. */
export function entryUrl(collection: URL, id: string): URL {
  const base = collection.href.endsWith('/') ? collection.href : `${collection.href}/`
  return new URL(`${encodeURIComponent(id)}.ics`, base)
}
