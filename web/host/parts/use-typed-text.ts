import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 300

interface Typed {
  /** The field's text. */
  text: string
  /** The URL's value when last checked. */
  seen: string
  /** The last value written to the URL. */
  sent: string
}

/**
 * The field's text for the URL value `value`. The field's own changes arrive late and must not replace newer input;
 * other changes, such as going back, do.
 */
export function followAddress(typed: Typed, value: string): Typed {
  if (value === typed.seen) return typed
  return value === typed.sent ? { ...typed, seen: value } : { text: value, seen: value, sent: value }
}

/**
 * A typed filter that changes the URL after a pause. `toValue`: the value of a text; empty without one.
 */
export function useTypedText(
  value: string,
  toValue: (text: string) => string,
  onChange: (value: string) => void,
) {
  const [kept, setTyped] = useState<Typed>({ text: value, seen: value, sent: value })
  const typed = followAddress(kept, value)
  if (typed !== kept) setTyped(typed)
  const { text, sent } = typed
  const known = toValue(text)
  const send = useEffectEvent(() => {
    setTyped((last) => ({ ...last, sent: known }))
    onChange(known)
  })
  useEffect(() => {
    if (known === sent) return
    const timer = setTimeout(() => send(), PAUSE_MS)
    return () => clearTimeout(timer)
    // Each keystroke restarts the pause, even one that changes nothing.
  }, [text, known, sent])
  const setText = (next: string) => setTyped((last) => ({ ...last, text: next }))
  return { text, setText, isKnown: known === text }
}
