import { Copy, Trash2 } from 'lucide-react'
import type { EventLink } from '../../../../contract/events/one-off-links.schema.ts'
import { bookingLink, copyLink } from '../booking-link.ts'
import { deleteEventLink, restoreEventLink } from '../../data/one-off-link-calls.ts'
import type { Said } from '../sharing/said-line.tsx'
import { useHostTime } from '../time/use-host-time.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { linkName, linkText, stateOf } from './link-text.ts'

interface LinkListProps {
  eventId: string
  links: readonly EventLink[]
  /** Announces what was done. */
  onSaid: (said: Said) => void
  /** Called before the focused button disappears. */
  onRemove: () => void
}

/** An event's one-off links, newest first. */
export function LinkList({ eventId, links, onSaid, onRemove }: LinkListProps) {
  const { viewer } = useHostTime()
  const now = useNow()
  async function remove(link: EventLink) {
    onSaid({ text: '' })
    onRemove()
    if (await deleteEventLink(eventId, link))
      onSaid({ text: 'Link deleted. Bookings made with it stay.', undo: () => void restore(link) })
  }
  async function restore(link: EventLink) {
    onSaid({ text: '' })
    onRemove()
    if (await restoreEventLink(eventId, link)) onSaid({ text: 'Link restored.' })
  }
  return (
    <ul
      aria-label="One-off links"
      className="-mx-2 max-h-80 divide-y divide-line overflow-y-auto border-y border-line px-2"
    >
      {links.map((link, index) => {
        const address = bookingLink(link.bookingUrlId)
        const name = linkName(link, links.length - index)
        const isOpen = stateOf(link, now) === 'open'
        return (
          <li key={link.id} className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2.5">
            <div className={`min-w-0 grow basis-48 ${isOpen ? '' : 'text-muted'}`}>
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-sm text-muted wrap-anywhere">{linkText(link, viewer, now)}</p>
              {isOpen && <p className="line-clamp-1 text-xs text-muted wrap-anywhere">{address}</p>}
            </div>
            <span className="flex items-center gap-1">
              {isOpen && (
                <Button size="sm" aria-label={`Copy ${name}`} onClick={() => void copyLink(address)}>
                  <Copy aria-hidden="true" />
                  Copy
                </Button>
              )}
              <Button
                variant="quiet-danger"
                size="icon"
                aria-label={`Delete ${name}`}
                onClick={() => void remove(link)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
