import type { CallName } from '../calls.ts'
import { cacheKey, type CachedAnswer, isCacheKey } from '../stored.ts'

const MAX_AGE_MS = 3_600_000
const MAX_ANSWERS = 30

/** Remembers an answer until the browser closes, at most an hour, for pages to show at once. */
export async function remember(
  name: CallName,
  request: unknown,
  answer: unknown,
  now: number,
): Promise<void> {
  const { session } = chrome.storage
  const kept = Object.entries(await session.get()).filter(([key]) => isCacheKey(key)) as [
    string,
    CachedAnswer,
  ][]
  const latest = kept.toSorted(([, a], [, b]) => b.at - a.at)
  const outdated = latest.filter(([, { at }], index) => index >= MAX_ANSWERS - 1 || at < now - MAX_AGE_MS)
  await session.remove(outdated.map(([key]) => key))
  await session.set({ [cacheKey(name, request)]: { at: now, answer } satisfies CachedAnswer })
}

export async function forgetAnswers(): Promise<void> {
  const { session } = chrome.storage
  await session.remove(Object.keys(await session.get()).filter(isCacheKey))
}
