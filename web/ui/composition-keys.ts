/** How Safari marks the key that ended a composition, because it sends the key afterwards. */
const COMPOSITION_KEY = 229

/**
 * Leaves the keys of an input method, with which Japanese or Chinese is typed, to that method: nothing on the page may
 * act on the Enter that accepts what it suggests, or on the Escape that discards that.
 */
export function leaveCompositionKeys(): void {
  addEventListener(
    'keydown',
    (press) => {
      if (press.isComposing || press.keyCode === COMPOSITION_KEY) press.stopPropagation()
    },
    true,
  )
}
