import { useMemo, useRef } from 'react'
import { newId } from '../../../data/new-id.ts'
import { removeAttempt, restoreAttempt, storeAttempt, type StoredAttempt } from './draft-storage.ts'

/**
 * The last request to create something from a draft. It is stored with the draft, so that the same request creates only
 * one thing after a lost response, also if the page was reloaded.
 */
export function useCreateAttempt(storageKey: string) {
  const latest = useRef<StoredAttempt | null>(null)
  return useMemo(() => {
    const last = () => latest.current ?? restoreAttempt(storageKey)
    return {
      /** What was asked for, as JSON; null if nothing was. */
      asked: () => last()?.asked ?? null,
      /** The Idempotency-Key of a request, which stays the same for the same one. */
      keyFor(asked: string): string {
        const earlier = last()
        const attempt = earlier?.asked === asked ? earlier : { asked, key: newId() }
        latest.current = attempt
        storeAttempt(storageKey, attempt)
        return attempt.key
      },
      forget() {
        latest.current = null
        removeAttempt(storageKey)
      },
    }
  }, [storageKey])
}
