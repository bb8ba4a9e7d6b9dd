import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import {
  hasOptions,
  isLayout,
  isSeparator,
  nameFieldType,
} from '../../../../contract/custom-fields/field-types.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { SortableHandle, SortableItem } from '../../../ui/sortable-list.tsx'
import { errorsOf, type FieldDraft, type FieldErrors, fieldName, shownField } from './field-draft.ts'
import { FieldPanel } from './field-panel.tsx'
import { TypeIcon } from '../../../fields/type-icon.tsx'

export const editButtonId = (id: string) => `field-${id}-edit`

/** A field's actions. They must be stable, so that a row re-renders only if its field changes. */
export interface FieldActions {
  change: (id: string, part: Partial<FieldDraft>) => void
  open: (id: string) => void
  /** The host has finished editing the field. */
  done: (field: FieldDraft) => void
  move: (field: FieldDraft, from: number, to: number) => void
  remove: (field: FieldDraft, position: number) => void
}

interface FieldRowProps {
  field: FieldDraft
  position: number
  isLast: boolean
  isOpen: boolean
  areErrorsShown: boolean
  /** The server's errors. */
  refusal: FieldErrors | undefined
  actions: FieldActions
}

const NONE: FieldErrors = {}

export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, position, isLast, isOpen, areErrorsShown, refusal, actions } = props
  const { id } = field
  const name = fieldName(field)
  const errors = refusal ?? (areErrorsShown ? errorsOf(field) : NONE)
  const [firstError] = Object.values(errors)
  const errorId = `field-${id}-errors`
  const iconButton = 'pointer-coarse:min-w-11 relative z-1'
  return (
    <SortableItem id={id} name={name}>
      <div
        className={`rounded-lg border bg-surface ${firstError ? 'border-danger' : isOpen ? 'border-line-strong' : 'border-line'}`}
      >
        <div className="relative flex min-h-14 items-center py-1.5 sm:gap-2 sm:px-1.5">
          <SortableHandle
            label={`Move ${name}`}
            className="relative z-1 h-10 w-7 shrink-0 pointer-coarse:size-11"
          />
          <span className="min-w-6 shrink-0 text-right text-muted tabular-nums max-sm:min-w-5">
            {position + 1}.
          </span>
          <div className="ml-2 min-w-0 flex-1 sm:mx-1.5">
            <p
              className={`line-clamp-2 leading-snug font-medium wrap-anywhere ${isUnnamed(field) ? 'text-muted' : ''}`}
            >
              {name}
            </p>
            <p className="mt-0.5 flex gap-1.5 text-xs text-muted">
              <TypeIcon type={field.type} className="mt-px size-3.5 shrink-0" />
              {aboutField(field)}
            </p>
            {firstError && !isOpen && (
              <div className="mt-1">
                <FieldError id={errorId}>{firstError}</FieldError>
              </div>
            )}
          </div>
          <Button
            id={editButtonId(id)}
            variant="quiet"
            size="icon"
            aria-label={`Edit ${name}`}
            aria-expanded={isOpen}
            aria-describedby={firstError && !isOpen ? errorId : undefined}
            // Covers the whole row, so that a click anywhere opens it.
            className="after:absolute after:inset-0 after:rounded-lg hover:bg-transparent active:translate-y-0"
            onClick={() => (isOpen ? actions.done(field) : actions.open(id))}
          >
            <Pencil aria-hidden="true" />
          </Button>
          <Button
            variant="quiet-danger"
            size="icon"
            aria-label={`Delete ${name}`}
            className={iconButton}
            onClick={() => actions.remove(field, position)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
        {isOpen && (
          <FieldPanel
            field={field}
            errors={errors}
            isFirst={position === 0}
            isLast={isLast}
            onChange={(part) => actions.change(id, part)}
            onMove={(by) => actions.move(field, position, position + by)}
            onDone={() => actions.done(field)}
          />
        )}
      </div>
    </SortableItem>
  )
})

const isUnnamed = (field: FieldDraft) => !isSeparator(field.type) && field.label.trim() === ''

function aboutField(field: FieldDraft): string {
  const { options } = shownField(field)
  const parts = [nameFieldType(field.type)]
  if (hasOptions(field.type)) parts.push(`${options.length} ${options.length === 1 ? 'option' : 'options'}`)
  if (field.isRequired && !isLayout(field.type)) parts.push('Required')
  return parts.join(' · ')
}
