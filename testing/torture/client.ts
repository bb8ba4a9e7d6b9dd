import { setTimeout as delay } from 'node:timers/promises'
import {
  book,
  cancel,
  editHours,
  invite,
  move,
  moveAndCancel,
  readSlots,
  retry,
} from './booking-operations.ts'
import { addBusy, moveBusy, moveEntry, removeBusy, removeEntry } from './calendar-operations.ts'
import { createRandom } from './random.ts'
import type { Round } from './round.ts'

const operations = {
  book,
  retry,
  move,
  cancel,
  moveAndCancel,
  invite,
  editHours,
  readSlots,
  addBusy,
  moveBusy,
  removeBusy,
  moveEntry,
  removeEntry,
}

/** How often each operation is chosen. */
const WEIGHTS: Record<keyof typeof operations, number> = {
  book: 34,
  retry: 3,
  move: 14,
  cancel: 5,
  moveAndCancel: 1,
  invite: 4,
  editHours: 3,
  readSlots: 8,
  addBusy: 5,
  moveBusy: 2,
  removeBusy: 4,
  moveEntry: 6,
  removeEntry: 5,
}
const MAX_PAUSE_MS = 300

/**
 * One of several clients that act at the same time until the round ends. `name` and `seed` decide what it does, one
 * operation after another; which bookings those meet depends on the others and on real time.
 */
export async function runClient(round: Round, seed: number, name: string): Promise<void> {
  for (let step = 0; Date.now() < round.until; step++) {
    const random = createRandom(seed, name, step)
    await operations[random.weighted(WEIGHTS)](round, random)
    await delay(random.integer(0, MAX_PAUSE_MS))
  }
}
