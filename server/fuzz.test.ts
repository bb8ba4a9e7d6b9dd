import { expect, test } from 'vitest'
import { fuzz } from '../testing/fuzz/fuzz.ts'
import { setUpApp } from '../testing/set-up-app.ts'

const app = setUpApp({ trustProxy: 1 })

// `npm run fuzz` runs for longer, with other seeds.
test('answers made-up requests as documented', async () => {
  const problems: string[] = []
  const counts = await fuzz(app, {
    seed: 5,
    batches: 25,
    seconds: 0,
    onProblem: (problem) => problems.push(problem),
  })
  expect(problems).toEqual([])
  // Otherwise the requests are refused before they reach what they should try.
  const hasSucceeded = (name: string) => [200, 201].some((status) => counts.get(name)?.has(status))
  const names = [
    'createEvent',
    'createCollection',
    'createBooking',
    'updateBooking',
    'updateEvent',
    'listBookings',
    'createSchedule',
    'createEventLink',
    'previewSchedule',
    'updateLabel',
    'labelBookings',
    'labelEvents',
    'labelCollections',
  ]
  expect(names.filter((name) => !hasSucceeded(name))).toEqual([])
}, 240_000)
