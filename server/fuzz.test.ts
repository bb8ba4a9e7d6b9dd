import { expect, test } from 'vitest'
import { fuzz, hasSucceeded } from '../testing/fuzz/fuzz.ts'
import { setUpApp } from '../testing/server/set-up-app.ts'

const app = setUpApp({ trustProxy: 1 })

// `npm run fuzz` runs for longer, with other seeds.
const mustSucceed = [
  'createEvent',
  'createCollection',
  'createBooking',
  'updateBooking',
  'updateEvent',
  'listBookings',
  'createSchedule',
  'createEventLink',
  'previewSchedule',
  'previewEvent',
  'updateLabel',
  'labelBookings',
  'labelEvents',
  'labelCollections',
  'updateCalendarCheck',
  'updateConnection',
  'dryRunConnection',
  'updateEventAddress',
]

test('answers made-up requests as documented', async () => {
  const problems: string[] = []
  const counts = await fuzz(app, {
    seed: 5,
    batches: 12,
    seconds: 0,
    mustSucceed,
    onProblem: (problem) => problems.push(problem),
  })
  expect(problems).toEqual([])
  // Otherwise the requests are refused before they reach what they should try.
  expect(mustSucceed.filter((name) => !hasSucceeded(counts, name))).toEqual([])
}, 240_000)
