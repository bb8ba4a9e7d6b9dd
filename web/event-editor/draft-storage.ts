import type { EventDraft } from './event-draft.ts'

/** Unsaved work outlives a reload and an expired session, in this tab; the host is part of the key, since tabs change hands. */
export const draftKey = (userId: string, eventId: string | null) => `eventDraft:${userId}:${eventId ?? 'new'}`

export function storeDraft(key: string, draft: EventDraft) {
  sessionStorage.setItem(key, JSON.stringify(draft))
}

export function removeDraft(key: string) {
  sessionStorage.removeItem(key)
}

/** The stored draft, if it still has the shape of `model`; another shape was written by another version of the app. */
export function restoreDraft(key: string, model: EventDraft): EventDraft | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return hasShapeOf(model, value) ? value : null
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
