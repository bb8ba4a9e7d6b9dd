import { Check, ChevronDown, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import {
  type LabelColor,
  labelColors,
  labelLimits,
  labelMessages,
} from '../../../../contract/labels/label-options.ts'
import type { Label } from '../../../../contract/labels/label.schema.ts'
import { changeLabel } from '../../data/label-list-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { LabelDot } from '../../../ui/label-chip.tsx'
import { Menu, MenuChoices } from '../../../ui/menu.tsx'
import { SortableHandle, SortableItem } from '../../../ui/sortable-list.tsx'
import { named } from '../../data/label-list.ts'

const colorNames: Record<LabelColor, string> = {
  gray: 'Gray',
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  indigo: 'Indigo',
  purple: 'Purple',
  pink: 'Pink',
}

const colors = labelColors.map((value) => ({
  value,
  label: colorNames[value],
  icon: <LabelDot color={value} />,
}))

interface LabelRowProps {
  label: Label
  /** All labels. */
  labels: readonly Label[]
  onDelete: () => void
  /** It was deleted elsewhere before it got this name. Its host may be typing in another field by now. */
  onGone: (name: string, isTyping: boolean) => void
}

export function LabelRow({ label, labels, onDelete, onGone }: LabelRowProps) {
  const { id, name, color } = label
  /** Null while it isn't being edited. */
  const [typed, setTyped] = useState<string | null>(null)
  /** The name being saved. */
  const saving = useRef<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const other = typed === null ? undefined : named(labels, typed)
  const error =
    typed === null
      ? null
      : typed.trim() === ''
        ? labelMessages.name
        : other && other.id !== id
          ? labelMessages.nameTaken
          : null

  async function rename() {
    const next = typed?.trim().replaceAll(/\s+/g, ' ')
    if (next === undefined || error !== null || next === saving.current) return
    saving.current = next
    const saved = next === name ? label : await changeLabel(id, { name: next })
    // Leaving the field must not try again.
    if (saved === 'gone') {
      const focused = document.activeElement
      return onGone(next, focused instanceof HTMLInputElement && focused !== field.current)
    }
    if (saving.current === next) saving.current = null
    // What couldn't be saved stays, to try again, and so does what was typed since.
    if (saved !== null) setTyped((current) => (current === typed ? null : current))
  }

  return (
    <SortableItem id={id} name={name}>
      <div className="rounded-lg border border-line bg-surface py-1 pr-1">
        <div className="flex flex-wrap items-center gap-1">
          <SortableHandle
            label={`Move ${name}`}
            className="h-10 w-7 shrink-0 pointer-coarse:h-11 pointer-coarse:w-9"
          />
          <Menu
            label={`Color of ${name}: ${colorNames[color]}`}
            trigger={
              <>
                <LabelDot color={color} />
                <ChevronDown aria-hidden="true" className="size-3 text-muted" />
              </>
            }
            triggerClassName="flex h-9 shrink-0 items-center gap-1 rounded-md px-1.5 hover:bg-sunken pointer-coarse:h-11"
          >
            <MenuChoices
              label="Color"
              choices={colors}
              chosen={color}
              onChoose={(next) => void changeLabel(id, { color: next })}
            />
          </Menu>
          <input
            type="text"
            ref={field}
            aria-label={`Name of ${name}`}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : errorId}
            className="control min-w-20 flex-1 text-ellipsis not-hover:not-focus:border-transparent"
            maxLength={labelLimits.name}
            autoComplete="off"
            value={typed ?? name}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => void rename()}
            onKeyDown={(press) => {
              if (press.key === 'Enter') {
                press.preventDefault()
                void rename()
              } else if (press.key === 'Escape' && typed !== null) {
                // Undoes only what was typed.
                press.stopPropagation()
                setTyped(null)
              }
            }}
          />
          {typed !== null && typed !== name && error === null && (
            <Button
              size="icon"
              variant="quiet"
              aria-label={`Save ${typed.trim()}`}
              onClick={() => void rename()}
            >
              <Check aria-hidden="true" />
            </Button>
          )}
          <Button size="icon" variant="quiet-danger" aria-label={`Delete ${name}`} onClick={onDelete}>
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
        {error !== null && (
          <div className="px-3 pb-1">
            <FieldError id={errorId}>{error}</FieldError>
          </div>
        )}
      </div>
    </SortableItem>
  )
}
