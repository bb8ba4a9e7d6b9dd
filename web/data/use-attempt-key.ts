import { useRef } from 'react'
import { newId } from './new-id.ts'

/**
 * An Idempotency-Key that stays the same for the same request, so that a retry after a lost response creates only one
 * thing.
 */
export function useAttemptKey(): (asked: string) => string {
  const attempt = useRef({ asked: '', key: '' })
  return (asked) => {
    if (attempt.current.asked !== asked) attempt.current = { asked, key: newId() }
    return attempt.current.key
  }
}
