import { useRef, useState } from 'react'
import { CallFailed } from '../../../contract/client.ts'

/** Does one thing at a time: asked again before it is done, it does nothing. */
export function useSending() {
  const isBusy = useRef(false)
  const [isSending, setSending] = useState(false)
  const send = async (work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    try {
      await work()
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  return [isSending, send] as const
}

/** Why a call failed, for people: in the server's words, where it has said any. Throws what is no failed call. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallFailed)) throw error
  return error.code === null
    ? 'We couldn’t reach the server. Check your connection and try again.'
    : error.message
}
