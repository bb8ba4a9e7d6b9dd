import { X } from 'lucide-react'
import type { EventShare } from '../../../../contract/events/event-shares.schema.ts'
import { type ShareRole, shareRoleLabels } from '../../../../contract/events/event-shares.ts'
import { SessionExpired } from '../../data/api.ts'
import { changeShareRole, shareEvent, unshareEvent } from '../../data/event-share-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { toasts } from '../../data/toasts.ts'
import { roleChoices } from './role-texts.ts'
import type { Said } from './said-line.tsx'

interface ShareListProps {
  eventId: string
  shares: readonly EventShare[]
  /** Announces what was done. */
  onSaid: (said: Said) => void
  /** Called before the focused button disappears. */
  onRemove: () => void
}

/** The people an event is shared with, each with their role. */
export function ShareList({ eventId, shares, onSaid, onRemove }: ShareListProps) {
  async function change(share: EventShare, role: ShareRole) {
    onSaid({ text: '' })
    if (await changeShareRole(eventId, share, role))
      onSaid({ text: `${share.email} now has the ${shareRoleLabels[role]} role.` })
  }
  async function remove(share: EventShare) {
    onSaid({ text: '' })
    onRemove()
    if (await unshareEvent(eventId, share))
      onSaid({ text: `No longer shared with ${share.email}.`, undo: () => void restore(share) })
  }
  async function restore({ email, role }: Pick<EventShare, 'email' | 'role'>) {
    onSaid({ text: '' })
    onRemove()
    try {
      await shareEvent(eventId, { email, role, notify: false })
      onSaid({ text: `Shared with ${email} again.` })
    } catch (error) {
      if (!(error instanceof SessionExpired)) toasts.notUndone(() => void restore({ email, role }))
    }
  }
  if (shares.length === 0) return <p className="text-muted">Only you have access.</p>
  return (
    <ul
      aria-label="Shared with"
      className="-mx-2 max-h-72 divide-y divide-line overflow-y-auto border-y border-line px-2"
    >
      {shares.map((share) => (
        <li key={share.userId} className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-2">
          <span className="min-w-0 grow basis-40 wrap-anywhere">{share.email}</span>
          <span className="flex min-w-0 flex-wrap items-center justify-end gap-1">
            <Select
              label={`Role of ${share.email}`}
              isLabelHidden
              className="w-30 max-w-full"
              choices={roleChoices}
              value={share.role}
              onChange={(role) => void change(share, role)}
            />
            <Button
              variant="quiet-danger"
              size="icon"
              aria-label={`Stop sharing with ${share.email}`}
              onClick={() => void remove(share)}
            >
              <X aria-hidden="true" />
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
