import type { EventDraft } from './event-draft.ts'

/** Unsaved work, with the event it was made from: that one may have been changed elsewhere by the time it comes back. */
export interface StoredDraft {
  draft: EventDraft
  base: EventDraft
  /** Of `base`; null for a new event. */
  version: number | null
}

/** Unsaved work outlives a reload and an expired session, in this tab; the host is part of the key, since tabs change hands. */
export const draftKey = (userId: string, eventId: string | null) => `eventDraft:${userId}:${eventId ?? 'new'}`

export function storeDraft(key: string, stored: StoredDraft) {
  sessionStorage.setItem(key, JSON.stringify(stored))
}

export function removeDraft(key: string) {
  sessionStorage.removeItem(key)
}

/** What is stored, if it still has the shape of `model`; another shape was written by another version of the app. */
export function restoreDraft(key: string, model: EventDraft): StoredDraft | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<StoredDraft> | null
    if (!hasShapeOf(model, value?.draft) || !hasShapeOf(model, value?.base)) return null
    return value as StoredDraft
  } catch {
    return null
  }
}

function hasShapeOf(model: EventDraft, value: unknown): value is EventDraft {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map<string, unknown>(Object.entries(value))
  return Object.entries(model).every(([key, sample]) => {
    const part = found.get(key)
    return part === null || sample === null ? part !== undefined : typeof part === typeof sample
  })
}
