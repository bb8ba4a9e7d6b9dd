import { type Interval, overlaps } from '../../availability/interval.ts'

/** A booking's time, and the one it is to get. */
export interface Move {
  id: string
  now: Interval
  next: Interval
}

/**
 * The order in which bookings of one host can move past one another without ever overlapping, and those that can't move
 * because a booking is in the way. `others`: the bookings that stay.
 */
export function planMoves(
  moves: readonly Move[],
  others: readonly Interval[],
): { order: Move[]; blocked: Move[] } {
  const order: Move[] = []
  let waiting = moves.toSorted(awayFromNeighbors)
  const places = new Map(moves.map(({ id, now }) => [id, now]))
  for (;;) {
    const blocked = waiting.filter((move) => {
      const isFree =
        !others.some((other) => overlaps(other, move.next)) &&
        ![...places].some(([id, place]) => id !== move.id && overlaps(place, move.next))
      if (!isFree) return true
      places.set(move.id, move.next)
      order.push(move)
      return false
    })
    // One that moved may have left the place that another one waits for.
    if (blocked.length === 0 || blocked.length === waiting.length) return { order, blocked }
    waiting = blocked
  }
}

/** Of those that move later, the last goes first; of those that move earlier, the first. */
function awayFromNeighbors(one: Move, other: Move): number {
  const [direction, otherDirection] = [one, other].map(({ now, next }) => Math.sign(next.start - now.start))
  if (direction !== otherDirection) return otherDirection! - direction!
  return direction! * (other.now.start - one.now.start)
}
