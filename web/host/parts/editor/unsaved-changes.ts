import type { RouterHistory } from '@tanstack/react-router'

/** Asks the host whether to leave unsaved changes; false to stay. */
type Ask = () => Promise<boolean>

const guards = new Set<Ask>()

/** Asks before leaving, until the returned function is called. */
export function guardChanges(ask: Ask): () => void {
  guards.add(ask)
  return () => void guards.delete(ask)
}

/** Asks for all unsaved changes; false as soon as the host decides to stay. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of guards) if (!(await ask())) return false
  return true
}

/** Asks before the router leaves unsaved changes; before the browser does, its own dialog asks. */
export function guardNavigation(history: RouterHistory) {
  history.block({
    enableBeforeUnload: () => guards.size > 0,
    async blockerFn({ action, currentLocation, nextLocation }) {
      if (guards.size === 0) return false
      if (action === 'PUSH' || action === 'REPLACE') return !(await mayLeave())
      // After Back and Forward, the browser already shows the other address. Blocking at once restores this page's, and
      // the host leaves it once they have answered.
      const { __TSR_index: from } = currentLocation.state
      const { __TSR_index: to } = nextLocation.state
      void mayLeave().then((isLeaving) => isLeaving && history.go(to - from, { ignoreBlocker: true }))
      return true
    },
  })
}
