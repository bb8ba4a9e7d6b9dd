import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { isolated } from '../../../../contract/isolated.ts'

/** Something to do, by its words. */
export interface Command {
  id: string
  label: string
  section: 'Go to' | 'Events' | 'Bookings'
  /** Words that find it besides its label. */
  keywords?: string
  act: () => void
}

/** Of a section. */
export const MAX_SHOWN = 8

/**
 * The commands that have each typed word at the start of one of theirs, in their order. A text without words, such as
 * an emoji, has to be in the label.
 */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed)
  return commands
    .filter(({ label, keywords = '' }) => {
      if (words.length === 0) return label.includes(typed.trim())
      const own = wordsOf(`${label} ${keywords}`)
      return words.every((word) => own.some((one) => one.startsWith(word)))
    })
    .slice(0, MAX_SHOWN)
}

/** In lowercase and without accents. */
const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

interface EventActions {
  edit: (event: ListedEvent) => void
  copyLink: (event: ListedEvent) => void
  setEnabled: (event: ListedEvent, isEnabled: boolean) => void
}

/** What can be done with each event. */
export const eventCommands = (events: readonly ListedEvent[], act: EventActions): Command[] =>
  events.flatMap((event): Command[] => {
    const { id, isEnabled } = event
    const title = isolated(event.title)
    const section = 'Events'
    return [
      {
        id: `edit ${id}`,
        section,
        label: `Edit ${title}`,
        keywords: 'event open',
        act: () => act.edit(event),
      },
      ...(event.rules.linksOnly
        ? []
        : [
            {
              id: `copy ${id}`,
              section,
              label: `Copy link of ${title}`,
              keywords: 'share event',
              act: () => act.copyLink(event),
            } as const,
          ]),
      {
        id: `pause ${id}`,
        section,
        label: isEnabled ? `Pause ${title}` : `Resume ${title}`,
        keywords: isEnabled ? 'disable bookings event' : 'enable bookings event',
        act: () => act.setEnabled(event, !isEnabled),
      },
    ]
  })
