import type { CallName } from '../calls.ts'
import { cacheKey, type CachedAnswer, isCacheKey, isFresh } from '../stored.ts'

const MAX_ANSWERS = 30

/** Remembers an answer until the browser closes, at most an hour, for pages to show at once. */
export async function remember(
  name: CallName,
  request: unknown,
  answer: unknown,
  now: number,
): Promise<void> {
  const { session } = chrome.storage
  const stored = Object.entries(await session.get()).filter(([key]) => isCacheKey(key)) as [
    string,
    CachedAnswer,
  ][]
  const latest = stored.toSorted(([, a], [, b]) => b.at - a.at)
  const outdated = latest.filter(([, kept], index) => index >= MAX_ANSWERS - 1 || !isFresh(kept, now))
  await session.remove(outdated.map(([key]) => key))
  await session.set({ [cacheKey(name, request)]: { at: now, answer } satisfies CachedAnswer })
}

export const forgetAnswer = (name: CallName, request: unknown): Promise<void> =>
  chrome.storage.session.remove(cacheKey(name, request))

export async function forgetAnswers(): Promise<void> {
  const { session } = chrome.storage
  await session.remove(Object.keys(await session.get()).filter(isCacheKey))
}
