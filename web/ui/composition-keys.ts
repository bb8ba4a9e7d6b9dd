/** How browsers mark the keys that an input method takes. Safari sends the one that ended a composition after it. */
const COMPOSITION_KEY = 229

/**
 * Leaves the keys of an input method, with which Japanese or Chinese is typed, to that method: nothing on the page may
 * act on the Enter that accepts what it suggests, or on the Escape that discards that.
 */
export function leaveCompositionKeys(): void {
  addEventListener(
    'keydown',
    (press) => {
      const isTaken = press.keyCode === COMPOSITION_KEY
      if (!isTaken && !press.isComposing) return
      press.stopPropagation()
      if (!isTaken && press.key === 'Enter') repeat(press)
    },
    true,
  )
}

/**
 * Android's keyboards compose every word, in any language, until a space ends it. An Enter that they leave to the page
 * is part of that composition, and React Aria would ignore it, too.
 */
function repeat(press: KeyboardEvent): void {
  const { key, code, keyCode } = press
  const again = new KeyboardEvent('keydown', { key, code, keyCode, bubbles: true, cancelable: true })
  if (!press.target!.dispatchEvent(again)) press.preventDefault()
}
