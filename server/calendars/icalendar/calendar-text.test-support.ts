import { readEntries } from './read-entries.ts'
import type { CalendarFile, ReadOptions } from './read-files.ts'

/** A year around most of the tests' entries. */
export const range = { start: Date.parse('2026-01-01T00:00Z'), end: Date.parse('2027-01-01T00:00Z') }
export const options: ReadOptions = { range, timeZone: 'Europe/Berlin', self: ['ann@example.com'] }

export const calendarText = (...lines: readonly (string | readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines.flat(), 'END:VCALENDAR', ''].join('\r\n')

/** An event's lines, by default with a UID. */
export const event = (...lines: readonly string[]) => {
  const uid = lines.some((line) => line.startsWith('UID')) ? [] : ['UID:1']
  return ['BEGIN:VEVENT', ...uid, ...lines, 'END:VEVENT']
}

export const feed = (...lines: readonly (string | readonly string[])[]): CalendarFile[] => [
  { id: null, text: calendarText(...lines) },
]

/** When a feed keeps its host busy: `2026-03-01T09:00/10:00`, in UTC, with the date of the end if it is another one. */
export async function busy(lines: readonly string[], changed: Partial<ReadOptions> = {}): Promise<string[]> {
  const { entries } = await readEntries(feed(lines), { ...options, ...changed })
  const times = entries.flatMap((entry) => entry.busy).toSorted((one, other) => one.start - other.start)
  return times.map(({ start, end }) => span(start, end))
}

export function span(start: number, end: number): string {
  const [from, to] = [start, end].map((at) => new Date(at).toISOString().replace(/:00\.000Z$/, '')) as [
    string,
    string,
  ]
  return `${from}/${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`
}
