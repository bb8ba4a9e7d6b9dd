import { useRef } from 'react'
import { newId } from './new-id.ts'

/** An Idempotency-Key for what is asked: the same one as long as the same is asked, so that a retry after a lost answer makes it once. */
export function useAttemptKey(): (asked: string) => string {
  const attempt = useRef({ asked: '', key: '' })
  return (asked) => {
    if (attempt.current.asked !== asked) attempt.current = { asked, key: newId() }
    return attempt.current.key
  }
}
