/** How Safari marks the key that ended a composition, because it sends the key afterwards. */
const COMPOSITION_KEY = 229

/**
 * Whether a key belongs to an input method, with which Japanese or Chinese is typed: Enter accepts what it suggests,
 * and Escape discards that.
 */
export const isComposing = (press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  press.isComposing || press.keyCode === COMPOSITION_KEY
