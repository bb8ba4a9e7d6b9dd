import { Tag } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { LabelButtonFace, LabelChips, labelButtonClass } from '../../web/ui/label-chip.tsx'
import { LabelChoices } from '../../web/ui/label-choices.tsx'
import { call } from '../messages.ts'
import type { Called } from './use-call.ts'

interface BookingLabelsProps {
  bookingId: string
  labelIds: readonly string[]
  labels: Called<'listLabels'>
  /** After labels were added or removed. */
  onSaved: () => Promise<void>
}

/** A booking's labels, and a list to change them, which opens in the page because a panel has no room around it. */
export function BookingLabels({ bookingId, labelIds, labels, onSaved }: BookingLabelsProps) {
  const [isOpen, setOpen] = useState(false)
  const { wanted, hasFailed, toggle } = useLabeling(bookingId, () =>
    Promise.all([onSaved(), labels.reload()]),
  )
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const all = labels.data ?? []
  if (all.length === 0) return null
  const chosen = all.filter(({ id }) => wanted.get(id) ?? labelIds.includes(id))

  function closeByEscape(press: KeyboardEvent) {
    if (press.key !== 'Escape' || !isOpen) return
    // It closes nothing else.
    press.preventDefault()
    setOpen(false)
    button.current?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape only closes the list.
    <div className="-mt-1" onKeyDown={closeByEscape}>
      <div className="flex min-w-0 flex-wrap items-center gap-1.5">
        <LabelChips isInline labels={chosen} />
        <button
          ref={button}
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          className={labelButtonClass}
          onClick={() => {
            setOpen(!isOpen)
            if (!isOpen) void labels.reload()
          }}
        >
          <LabelButtonFace>
            <Tag aria-hidden="true" />
            Labels
          </LabelButtonFace>
        </button>
      </div>
      <div
        id={listId}
        role="group"
        aria-label="Choose labels"
        hidden={!isOpen}
        className="mt-2 max-h-56 overflow-y-auto rounded-lg border border-line p-1"
      >
        <LabelChoices labels={all} chosen={new Set(chosen.map(({ id }) => id))} onToggle={toggle} />
      </div>
      {hasFailed && (
        <p role="alert" className="mt-2 text-danger">
          We couldn’t change the labels. Try again.
        </p>
      )}
    </div>
  )
}

const nothing: ReadonlyMap<string, boolean> = new Map()

/** Shows changes at once, and what is stored once all are saved. The background script saves them one after another. */
function useLabeling(bookingId: string, reload: () => Promise<unknown>) {
  /** Which labels were just added (true) or removed. */
  const [wanted, setWanted] = useState(nothing)
  const [hasFailed, setFailed] = useState(false)
  const latest = useRef(0)

  async function save(id: string, isOn: boolean) {
    try {
      await call('labelBookings', {
        body: { bookingIds: [bookingId], ...(isOn ? { add: [id] } : { remove: [id] }) },
      })
    } catch {
      setFailed(true)
    }
  }

  async function toggle(id: string, isOn: boolean) {
    const turn = ++latest.current
    setFailed(false)
    setWanted((before) => new Map(before).set(id, isOn))
    await save(id, isOn)
    if (turn !== latest.current) return
    await reload()
    if (turn === latest.current) setWanted(nothing)
  }

  return { wanted, hasFailed, toggle: (id: string, isOn: boolean) => void toggle(id, isOn) }
}
