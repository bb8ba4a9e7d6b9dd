import { useEffect, useEffectEvent, useState } from 'react'
import { bookingsSearch, type BookingsSearch } from './filters.ts'

const PAUSE_MS = 300

/**
 * A filter that is typed: the list follows when the typing pauses. What is in the field is never taken from under the
 * fingers by the address, which lags behind; a change of the address from elsewhere is taken over.
 */
export function useTypedFilter(
  name: keyof BookingsSearch,
  search: BookingsSearch,
  onChange: (change: BookingsSearch) => void,
) {
  const value = search[name] ?? ''
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  const known = bookingsSearch({ [name]: text })[name] ?? ''
  const send = useEffectEvent(() => {
    setSent(known)
    onChange({ [name]: known })
  })
  useEffect(() => {
    if (known === sent) return
    const timer = setTimeout(() => send(), PAUSE_MS)
    return () => clearTimeout(timer)
    // Each letter begins the pause anew, also one that changes nothing.
  }, [text, known, sent])
  return { text, setText, isKnown: known === text }
}
