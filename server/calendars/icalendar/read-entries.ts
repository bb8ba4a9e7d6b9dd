import { isTimeZone, lowerCase, zoneTable } from '../../../contract/time/time-zones.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import type { CalendarFile, ReadEntries, ReadOptions } from './read-files.ts'
import { MAX_BUSY_TIMES } from '../../../contract/icalendar/bounds.ts'
import { runInWorker } from './workers.ts'

/** What is read at once, in UTF-16 code units. A larger file is read alone. */
const BATCH_LENGTH = 2_000_000
/** Small ones take more time for their length. */
const BATCH_FILES = 1000

/**
 * Reads iCalendar files: when their entries keep the host busy within a range. Broken events are apart from them.
 * Throws a `CalendarError` for what isn't a calendar or takes too much time, memory or space; it never blocks this
 * thread. `zones` are all zones of this process's rules that the result depends on.
 */
export async function readEntries(
  files: readonly CalendarFile[],
  options: ReadOptions,
): Promise<ReadEntries & { zones: string[] }> {
  const read: ReadEntries = { entries: [], unreadable: [], name: null, timeZone: null }
  const zones = new Set<string>()
  const findRules = (names: readonly string[]) => {
    const known = names.filter(isTimeZone).map((name) => [lowerCase(name), zoneTable(name).rules] as const)
    for (const [, { timeZone }] of known) zones.add(timeZone)
    return new Map(known)
  }
  let busyTimes = 0
  for (const batch of batches(files)) {
    const { entries, unreadable, name, timeZone } = await runInWorker(batch, options, findRules)
    for (const entry of entries) {
      busyTimes += entry.busy.length
      read.entries.push(entry)
    }
    if (busyTimes > MAX_BUSY_TIMES)
      throw new CalendarError('rejected', 'Too many busy times', { trouble: 'too_complex' })
    read.unreadable.push(...unreadable)
    read.name ??= name
    read.timeZone ??= timeZone
  }
  return { ...read, zones: [...zones] }
}

function* batches(files: readonly CalendarFile[]): Generator<CalendarFile[]> {
  let batch: CalendarFile[] = []
  let length = 0
  for (const file of files) {
    if (batch.length === BATCH_FILES || (batch.length > 0 && length + file.text.length > BATCH_LENGTH)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(file)
    length += file.text.length
  }
  if (batch.length > 0) yield batch
}
