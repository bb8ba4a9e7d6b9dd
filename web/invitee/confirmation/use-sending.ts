import { useRef, useState } from 'react'
import { CallFailed } from '../../../contract/api/client.ts'

/** Runs one task at a time and ignores calls while it runs. */
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

/** The message of a failed call, from the server if it sent one. Rethrows other errors. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallFailed)) throw error
  return error.code === null
    ? 'We couldn’t reach the server. Check your connection and try again.'
    : error.message
}
