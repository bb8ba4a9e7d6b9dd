import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { plainApostrophes } from '../../../../contract/plain-apostrophes.ts'
import type { EventView } from './filters.ts'

type Shown = Pick<ListedEvent, 'title' | 'description' | 'bookingsCount'>

/** The events, newest first, that have every word of the search in their title or description, as they are sorted. */
export function shownEvents<Event extends Shown>(
  events: readonly Event[],
  { q = '', sort }: EventView,
): Event[] {
  const words = plain(q).split(/\s+/).filter(Boolean)
  const found = events.filter(({ title, description }) => {
    const text = plain(`${title}\n${description}`)
    return words.every((word) => text.includes(word))
  })
  switch (sort) {
    case undefined:
      return found
    case 'oldest':
      return found.toReversed()
    case 'title':
      return found.toSorted((a, b) => titles.compare(a.title, b.title))
    case 'bookings':
      return found.toSorted((a, b) => b.bookingsCount - a.bookingsCount)
  }
}

/** As people sort a list by hand: `Call 2` comes before `Call 10`. */
const titles = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Lowercase without accents. */
const plain = (text: string) =>
  plainApostrophes(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const PAGE_SIZE = 50

/** A page of a list; the last one if there are fewer pages. `page` counts from 1. */
export function pageOf<Item>(items: readonly Item[], page: number) {
  const pages = Math.max(1, Math.ceil(items.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  return { page: shown, pages, items: items.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE) }
}
