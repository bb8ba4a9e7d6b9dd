/** How many items one statement gets: each of their values is a parameter, and PostgreSQL takes 65,535 of them. */
const BATCH_SIZE = 1000

/** Cuts a list into parts for one statement each. */
export function* batchesOf<T>(items: readonly T[], size = BATCH_SIZE): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
