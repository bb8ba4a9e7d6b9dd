import { forget, isText, keep, readKept } from '../../../data/browser-storage.ts'

/** Unsaved changes with the state they are based on, which may have been changed elsewhere in the meantime. */
export interface StoredDraft<Draft> {
  draft: Draft
  base: Draft
  /** The version of `base`; null for something new. */
  version: number | null
}

/**
 * Unsaved changes survive a reload and an expired session in this tab. The key contains the host, because a tab can
 * be used by several.
 */
export const draftKey = (
  kind: 'event' | 'collection' | 'schedule' | 'limits' | 'settings',
  userId: string,
  id: string | null,
) => `${kind}Draft:${userId}:${id ?? 'new'}`

export function storeDraft(key: string, stored: StoredDraft<unknown>) {
  keep('sessionStorage', key, { ...stored, draft: JSON.parse(draftText(stored.draft)) as unknown })
}

/** A control character, so nobody types it. */
const NOT_A_NUMBER = '\0NaN'

/** JSON would turn NaN, which a number field has while it contains something else, into null: an empty field. */
export const draftText = (draft: unknown): string =>
  JSON.stringify(draft, (_, value: unknown) => (Number.isNaN(value) ? NOT_A_NUMBER : value))

const withNaN = (draft: object) =>
  JSON.parse(JSON.stringify(draft), (_, value: unknown) =>
    value === NOT_A_NUMBER ? Number.NaN : value,
  ) as object

export function removeDraft(key: string) {
  forget('sessionStorage', key)
  removeAttempt(key)
}

/** A request to create something from a draft. */
export interface StoredAttempt {
  /** The request as JSON. */
  asked: string
  /** Its Idempotency-Key. */
  key: string
}

const attemptKey = (key: string) => `${key}:attempt`

/** Stores the last attempt to save the draft with this key as something new. */
export function storeAttempt(key: string, attempt: StoredAttempt) {
  keep('sessionStorage', attemptKey(key), attempt)
}

export const restoreAttempt = (key: string) => readKept('sessionStorage', attemptKey(key), isAttempt)

export function removeAttempt(key: string) {
  forget('sessionStorage', attemptKey(key))
}

function isAttempt(value: unknown): value is StoredAttempt {
  const { asked, key } = (value ?? {}) as Partial<StoredAttempt>
  return isText(asked) && isText(key)
}

/**
 * The stored draft if it has the right shape; other versions of the app may have stored another one. `upgrade` adds
 * what earlier ones lack.
 */
export function restoreDraft<Draft>(
  key: string,
  isDraft: (value: unknown) => value is Draft,
  upgrade: (draft: object) => object = (draft) => draft,
): StoredDraft<Draft> | null {
  const stored = readKept('sessionStorage', key, isStored)
  if (stored === null) return null
  const [draft, base]: unknown[] = [upgrade(withNaN(stored.draft)), upgrade(stored.base)]
  return isDraft(draft) && isDraft(base) ? { ...stored, draft, base } : null
}

function isStored(value: unknown): value is StoredDraft<object> {
  const { draft, base } = (value ?? {}) as Partial<StoredDraft<unknown>>
  return [draft, base].every((part) => typeof part === 'object' && part !== null)
}

/** Whether a value has all properties of the model with the same types. Null matches any type. */
export function hasShapeOf<Model extends object>(model: Model, value: unknown): value is Model {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map<string, unknown>(Object.entries(value))
  return Object.entries(model).every(([key, sample]) => {
    const part = found.get(key)
    return part === null || sample === null ? part !== undefined : typeof part === typeof sample
  })
}
