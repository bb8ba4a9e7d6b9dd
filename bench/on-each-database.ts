import { databaseKinds, type DatabaseKind, setup } from '../testing/databases/databases.ts'

/** Measures on each kind of database in turn, and returns the limits that were exceeded. */
export async function onEachDatabase(measure: (kind: DatabaseKind) => Promise<string[]>): Promise<string[]> {
  const end = await setup()
  try {
    const failures: string[] = []
    for (const kind of databaseKinds) failures.push(...(await measure(kind)))
    return failures
  } finally {
    await end()
  }
}
