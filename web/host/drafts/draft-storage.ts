import { forget, keep, readKept } from '../../data/browser-storage.ts'

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
  keep('sessionStorage', key, stored)
}

export function removeDraft(key: string) {
  forget('sessionStorage', key)
}

/** What is stored, if it still has the shape of a draft; another shape was written by another version of the app. */
export function restoreDraft<Draft>(
  key: string,
  isDraft: (value: unknown) => value is Draft,
): StoredDraft<Draft> | null {
  return readKept('sessionStorage', key, (value): value is StoredDraft<Draft> => {
    const { draft, base } = (value ?? {}) as Partial<StoredDraft<unknown>>
    return isDraft(draft) && isDraft(base)
  })
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
