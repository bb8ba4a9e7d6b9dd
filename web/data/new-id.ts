/**
 * A temporary id for something the server hasn't stored yet. `crypto.randomUUID` exists only on https and localhost.
 */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
