import { Pencil, Trash2 } from 'lucide-react'
import { presentFields } from '../../parts/field-editor/field-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SortableHandle, SortableItem, SortableList } from '../../../ui/sortable-list.tsx'
import type { UsedDraft } from './used-collections.ts'

interface UsedListProps {
  label: string
  used: readonly UsedDraft[]
  onMove: (from: number, to: number) => void
  onEdit: (used: UsedDraft) => void
  onRemove: (used: UsedDraft) => void
}

/** An event's collections in a stage, in the order they are asked. */
export function UsedList({ label, used, onMove, onEdit, onRemove }: UsedListProps) {
  return (
    <SortableList label={label} ids={used.map(({ id }) => id)} onMove={onMove}>
      {used.map((one, position) => (
        <SortableItem key={one.id} id={one.id} name={one.name}>
          <div className="flex min-h-13 items-center gap-1 rounded-lg border border-line bg-surface py-1.5 pr-1.5 pl-1 sm:gap-2">
            <SortableHandle label={`Move ${one.name}`} className="h-10 w-7 shrink-0 pointer-coarse:size-11" />
            <span className="w-6 shrink-0 text-right text-muted tabular-nums">{position + 1}.</span>
            <span className="mx-1.5 min-w-0 flex-1">
              <span className="block leading-snug font-medium wrap-anywhere">{one.name}</span>
              <span className="text-xs text-muted">{countText(presentFields(one.fields).length)}</span>
            </span>
            {one.type === 'boomEvent' && (
              <>
                <Badge>Event only</Badge>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Edit ${one.name}`}
                  onClick={() => onEdit(one)}
                >
                  <Pencil aria-hidden="true" />
                </Button>
              </>
            )}
            <Button
              variant="quiet-danger"
              size="icon"
              aria-label={`Remove ${one.name}`}
              onClick={() => onRemove(one)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        </SortableItem>
      ))}
    </SortableList>
  )
}

const countText = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`
