/** Unsaved work, with what it was made from: that may have been changed elsewhere by the time it comes back. */
export interface StoredDraft<Draft> {
  draft: Draft
  base: Draft
  /** Of `base`; null for what is new. */
  version: number | null
}

/** Unsaved work outlives a reload and an expired session, in this tab; the host is part of the key, since tabs change hands. */
export const draftKey = (kind: 'event' | 'collection' | 'settings', userId: string, id: string | null) =>
  `${kind}Draft:${userId}:${id ?? 'new'}`

export function storeDraft(key: string, stored: StoredDraft<unknown>) {
  try {
    sessionStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // Full, or not allowed: the draft is then on the screen alone, where it can still be saved.
  }
}

export function removeDraft(key: string) {
  sessionStorage.removeItem(key)
}

/** What is stored, if it still has the shape of a draft; another shape was written by another version of the app. */
export function restoreDraft<Draft>(
  key: string,
  isDraft: (value: unknown) => value is Draft,
): StoredDraft<Draft> | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    const { draft, base, version } = JSON.parse(text) as StoredDraft<unknown>
    return isDraft(draft) && isDraft(base) ? { draft, base, version } : null
  } catch {
    return null
  }
}

/** Whether a value has every part that the model has, each of the same type. Null stands for any type. */
export function hasShapeOf<Model extends object>(model: Model, value: unknown): value is Model {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map<string, unknown>(Object.entries(value))
  return Object.entries(model).every(([key, sample]) => {
    const part = found.get(key)
    return part === null || sample === null ? part !== undefined : typeof part === typeof sample
  })
}
