import { isUnreachable } from '../db/sql-errors.ts'

/**
 * Does work for one item, such as a host, after another. One that fails doesn't keep the others from their turn: its
 * error is thrown at the end. Only if the database is unreachable is it thrown at once.
 */
export async function inTurn<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    await act(item).catch((error: unknown) => {
      if (isUnreachable(error)) throw error
      failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}
