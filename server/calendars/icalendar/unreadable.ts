import type { UnreadableEntry } from '../../adapters/calendar-provider.ts'
import { findProperty, type ParsedComponent, textOf } from '../../../contract/icalendar/properties.ts'

const MAX_TITLE_LENGTH = 300
/** How much of a file is searched for what it is about, in UTF-16 code units. */
const SEARCHED_LENGTH = 20_000

/** What is known of an event without a usable start or a usable rule. */
export function unreadableEvent(id: string, event: ParsedComponent): UnreadableEntry {
  const dates = ['dtstart', 'dtend', 'recurrence-id'].flatMap((name) => {
    const [value] = findProperty(event, name)?.values ?? []
    return typeof value === 'string' ? value : []
  })
  return unreadableEntry(id, textOf(event, 'summary'), dates)
}

/** What is known of a file that isn't iCalendar. */
export function unreadableFile({ id, text }: { id: string; text: string }): UnreadableEntry {
  const searched = text.slice(0, SEARCHED_LENGTH)
  const title = /^SUMMARY(?:;[^:\n]*)?:(.*)$/im.exec(searched)?.[1] ?? ''
  const start = /^DTSTART(?:;[^:\n]*)?:(.*)$/im.exec(searched)?.[1] ?? ''
  return unreadableEntry(id, title.replaceAll(/\\([\\;,])/g, '$1'), [start])
}

/** Its date is the first that one of `texts` begins with. */
export const unreadableEntry = (id: string, title: string, texts: readonly string[]): UnreadableEntry => ({
  id,
  title: title
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE_LENGTH)
    .toWellFormed(),
  date: texts.flatMap((text) => dateIn(text) ?? [])[0] ?? null,
})

function dateIn(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  const at = Date.parse(`${date}T00:00:00Z`)
  // The runtime takes February 30 for March 2.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date
}
