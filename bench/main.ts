// `npm run bench` runs all benchmarks or one of them by its name below, and fails if a limit is exceeded.
import process from 'node:process'
import { measureBookingPage } from './booking-page.ts'
import { measureBookings } from './bookings.ts'
import { measureCalendars } from './calendars.ts'
import { measureHostApp } from './host-app.ts'
import { measureHosts } from './hosts.ts'
import { measureJobs } from './jobs.ts'
import { measureMemory } from './memory.ts'
import { measurePolling } from './polling.ts'
import { measureServing } from './serving.ts'
import { measureSlots } from './slots.ts'
import { measureStaleness } from './staleness.ts'
import { measureThroughput } from './throughput.ts'

const parts: Readonly<Record<string, () => string[] | Promise<string[]>>> = {
  slots: measureSlots,
  serving: measureServing,
  calendars: measureCalendars,
  bookings: measureBookings,
  throughput: measureThroughput,
  staleness: measureStaleness,
  hosts: measureHosts,
  jobs: measureJobs,
  polling: measurePolling,
  memory: measureMemory,
  page: measureBookingPage,
  'host-app': measureHostApp,
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
