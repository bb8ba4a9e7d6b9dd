/**
 * A clock that stands at `start` (epoch milliseconds) until a test moves it, which wakes everything that waits for a
 * time.
 */
export function startClock(start: number) {
  let now = start
  return {
    onMove: () => {},
    get now() {
      return now
    },
    set now(at) {
      now = at
      this.onMove()
    },
  }
}
