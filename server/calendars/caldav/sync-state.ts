import { createHash } from 'node:crypto'
import { z } from 'zod'
import { zonesDigest } from '../../time-zones/zone-digest.ts'

const state = z.object({
  /** The calendar's own zone; null if it has none. */
  timeZone: z.string().nullable(),
  /** The zone of its entries in place of it; null if they have none either. */
  commonZone: z.string().nullable(),
  /** Every zone that the entries depend on, and a digest of their rules. */
  zones: z.array(z.string()),
  rules: z.string(),
  /** The server's sync token; null if it has none. */
  token: z.string().nullable(),
  ctag: z.string().nullable(),
  /** Digests of ETags by entry, in place of a sync token. */
  etags: z.record(z.string(), z.string()),
})

/** What a listing remembers for the next one. */
export type SyncState = Omit<z.infer<typeof state>, 'rules'>

export const formatState = (known: SyncState): string =>
  JSON.stringify({ ...known, rules: zonesDigest(known.zones) } satisfies z.infer<typeof state>)

/** Null if it is malformed, or from before a zone's rules changed. */
export function parseState(text: string): SyncState | null {
  try {
    const { rules, ...known } = state.parse(JSON.parse(text))
    return rules === zonesDigest(known.zones) ? known : null
  } catch {
    return null
  }
}

/** Where the calendar's all-day entries are; `hostZone` if nothing in it says so. */
export const zoneOf = (
  { timeZone, commonZone }: Pick<SyncState, 'timeZone' | 'commonZone'>,
  hostZone: string,
): string => timeZone ?? commonZone ?? hostZone

/** An entry without an ETag has changed each time. */
export const etagDigest = (etag: string): string =>
  etag === '' ? '' : createHash('sha256').update(etag).digest('base64url').slice(0, 10)
