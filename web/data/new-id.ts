/** An id for what has none from the server yet. `crypto.randomUUID` exists on https and localhost alone. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
