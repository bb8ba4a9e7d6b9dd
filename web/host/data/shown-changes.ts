/** What a change replaced, by where that was. */
export type Replaced<Value> = Map<string, Value>

/** Of each change that is shown but not saved yet, oldest first. */
const pending = new Set<Replaced<unknown>>()

/** Call it before a change is shown, and `end` or `giveBack` once it was saved or failed. */
export function begin<Value>(): Replaced<Value> {
  const replaced: Replaced<Value> = new Map()
  pending.add(replaced)
  return replaced
}

export const end = (replaced: Replaced<unknown>) => void pending.delete(replaced)

/** Remembers what a change replaces. A place that looked like that before counts if an earlier change may be undone. */
export function replace<Value>(replaced: Replaced<Value>, place: string, before: Value, after: Value): void {
  if (replaced.has(place)) return
  if (before !== after || [...pending].some((one) => one.has(place))) replaced.set(place, before)
}

/** What to show again after a change failed. Where a later one is shown, that gives it back, should it fail too. */
export function giveBack<Value>(replaced: Replaced<Value>): Replaced<Value> {
  const all = [...pending]
  const later = all.slice(all.indexOf(replaced) + 1)
  end(replaced)
  const back: Replaced<Value> = new Map()
  for (const [place, value] of replaced) {
    const next = later.find((one) => one.has(place)) ?? back
    next.set(place, value)
  }
  return back
}
