import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take long for their size, by which files are ordered otherwise. */
export const longFiles = [
  'server/torture.test.ts',
  'server/start.test.ts',
  'server/bookings/changes/races.test.ts',
  'server/fuzz.test.ts',
  'server/calendars/provider-faults.test.ts',
  'server/db/embedded-processes.test.ts',
  'server/db/embedded-power-loss.test.ts',
  'server/calendars/icalendar/hostile-files.test.ts',
  'server/http/request-limits.test.ts',
  'server/npm-start.test.ts',
  'server/production.test.ts',
  'server/calendars/caldav/large-calendar.test.ts',
]

/** Leaves short files for the end, which then keep every processor busy until it is reached. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's makes a new array.
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  if (place >= 0) return place
  return longFiles.length + (project.name === 'server' ? 0 : 1)
}
