import { z } from 'zod'
import { zonesDigest } from '../../time-zones/zone-digest.ts'

const MAX_VALIDATOR_LENGTH = 500

const token = z.object({
  /** Of the URL: what another one sent says nothing. */
  account: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Of the text, for servers that send neither. */
  text: z.string(),
  /** The zone that the feed names. */
  timeZone: z.string().nullable(),
  /** Every zone that the entries depend on, and a digest of their rules. */
  zones: z.array(z.string()),
  rules: z.string(),
})
/** What is known of a feed since it was read the last time. */
export type SyncToken = z.infer<typeof token>

/** Null if it is malformed, of another feed, or from before a zone's rules changed. */
export function parseSyncToken(text: string, account: string): SyncToken | null {
  try {
    const parsed = token.parse(JSON.parse(text))
    return parsed.account === account && parsed.rules === zonesDigest(parsed.zones) ? parsed : null
  } catch {
    return null
  }
}

export const createSyncToken = (known: Omit<SyncToken, 'rules'>): string =>
  JSON.stringify({ ...known, rules: zonesDigest(known.zones) } satisfies SyncToken)

/** What the server recognizes its answer by. */
export function validatorsOf(headers: Headers): Pick<SyncToken, 'etag' | 'lastModified'> {
  const read = (name: string) => {
    const value = headers.get(name)
    return value !== null && value.length <= MAX_VALIDATOR_LENGTH ? value : null
  }
  return { etag: read('etag'), lastModified: read('last-modified') }
}

/** Asks for the feed only if it changed. */
export function conditionsOf({ etag, lastModified }: SyncToken): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}
