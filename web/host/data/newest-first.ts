/** For `toSorted`: what was created last comes first. `createdAt` is ISO 8601 in UTC. */
export const newestFirst = (a: { createdAt: string }, b: { createdAt: string }) =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0
