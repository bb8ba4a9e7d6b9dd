// `npm run bench` runs all benchmarks or one of them (slots, bookings, jobs, polling or page) and fails if a limit is exceeded.
import process from 'node:process'
import { measureBookingPage } from './booking-page.ts'
import { measureBookings } from './bookings.ts'
import { measureJobs } from './jobs.ts'
import { measurePolling } from './polling.ts'
import { measureSlots } from './slots.ts'

const parts: Readonly<Record<string, () => string[] | Promise<string[]>>> = {
  slots: measureSlots,
  bookings: measureBookings,
  jobs: measureJobs,
  polling: measurePolling,
  page: measureBookingPage,
}

const [wanted] = process.argv.slice(2)
if (wanted !== undefined && !Object.hasOwn(parts, wanted)) {
  console.error(`There is no part ${wanted}: choose ${Object.keys(parts).join(' or ')}`)
  process.exit(1)
}
for (const [name, measure] of Object.entries(parts)) {
  if (wanted !== undefined && wanted !== name) continue
  for (const failure of await measure()) {
    console.error(failure)
    process.exitCode = 1
  }
}
