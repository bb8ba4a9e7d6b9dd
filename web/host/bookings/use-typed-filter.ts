import { useEffect, useEffectEvent, useState } from 'react'
import { bookingsSearch, type BookingsSearch } from './filters.ts'

const PAUSE_MS = 300

interface Typed {
  /** In the field. */
  text: string
  /** In the address, when last looked at. */
  seen: string
  /** What the address was last told. */
  sent: string
}

/**
 * What the field holds once the address holds `value`. The field's own changes come back late, and are not taken from
 * under the fingers; a change from elsewhere, such as the way back, is taken over.
 */
export function followAddress(typed: Typed, value: string): Typed {
  if (value === typed.seen) return typed
  return value === typed.sent ? { ...typed, seen: value } : { text: value, seen: value, sent: value }
}

/** A filter that is typed: the list follows when the typing pauses. */
export function useTypedFilter(
  name: keyof BookingsSearch,
  search: BookingsSearch,
  onChange: (change: BookingsSearch) => void,
) {
  const value = search[name] ?? ''
  const [kept, setTyped] = useState<Typed>({ text: value, seen: value, sent: value })
  const typed = followAddress(kept, value)
  if (typed !== kept) setTyped(typed)
  const { text, sent } = typed
  const known = bookingsSearch({ [name]: text })[name] ?? ''
  const send = useEffectEvent(() => {
    setTyped((last) => ({ ...last, sent: known }))
    onChange({ [name]: known })
  })
  useEffect(() => {
    if (known === sent) return
    const timer = setTimeout(() => send(), PAUSE_MS)
    return () => clearTimeout(timer)
    // Each letter begins the pause anew, also one that changes nothing.
  }, [text, known, sent])
  const setText = (next: string) => setTyped((last) => ({ ...last, text: next }))
  return { text, setText, isKnown: known === text }
}
