import { useRef } from 'react'

/** An Idempotency-Key for what is asked: the same one as long as the same is asked, so that a retry after a lost answer makes it once. */
export function useAttemptKey(): (asked: string) => string {
  const attempt = useRef({ asked: '', key: '' })
  return (asked) => {
    if (attempt.current.asked !== asked) attempt.current = { asked, key: newKey() }
    return attempt.current.key
  }
}

/** `crypto.randomUUID` exists on https and localhost alone. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
