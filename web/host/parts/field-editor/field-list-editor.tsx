import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { collectionLimits } from '../../../../contract/custom-fields/custom-fields.ts'
import { toasts } from '../../data/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { errorsOf, type FieldDraft, type FieldErrors, fieldName, newField, tidied } from './field-draft.ts'
import {
  addField,
  changeField,
  type FieldList,
  moveField,
  presentFields,
  putBack,
  removeField,
} from './field-list.ts'
import { partId } from './field-panel.tsx'
import { editButtonId, type FieldActions, FieldRow } from './field-row.tsx'

interface FieldListEditorProps {
  fields: FieldList
  /** Must be a stable function, or every row re-renders on each keystroke. */
  onChange: (change: (fields: FieldList) => FieldList) => void
  /** The field being edited. */
  openId: string | null
  onOpen: (id: string | null) => void
  /**
   * The fields of the last attempt to save, whose errors are shown. Errors of other fields appear once the host has
   * left them.
   */
  submitted: ReadonlySet<string>
  /** The server's errors of fields that haven't changed since. */
  refusals: ReadonlyMap<FieldDraft, FieldErrors>
  /** The id of the Add button, for the error summary. */
  addId: string
  /** Removed fields can't be put back then either. */
  isSaving?: boolean
  /** Called when a field is picked up, and when it is dropped or put back. */
  onMoving?: (isMoving: boolean) => void
}

/** A collection's fields: add, edit in place, reorder and remove. */
export function FieldListEditor(props: FieldListEditorProps) {
  const { fields, onChange, openId, onOpen, submitted, refusals, addId, isSaving, onMoving } = props
  const present = presentFields(fields)
  /** How often each field was opened or attempted to close. */
  const [turns, setTurns] = useState<ReadonlyMap<string, number>>(new Map())
  const [moved, setMoved] = useState('')
  const list = useRef<HTMLOListElement>(null)
  /** Finds the element to focus once it exists. */
  const focusNext = useRef<(() => HTMLElement | null | undefined) | null>(null)

  /** The toasts that offer to put a field back. What is put back while saving wouldn't be saved. */
  const offers = useRef<(string | number)[]>([])
  useEffect(() => () => toasts.fieldsClosed(offers.current), [isSaving])

  useEffect(() => {
    const element = focusNext.current?.()
    focusNext.current = null
    element?.focus()
  }, [fields, openId])

  const actions = useMemo<FieldActions>(() => {
    const byId = (id: string) => document.getElementById(id)
    const firstControl = (id: string) => byId(partId(id, 'label')) ?? byId(partId(id, 'type'))
    const countTurn = (id: string) =>
      setTurns((current) => new Map(current).set(id, (current.get(id) ?? 0) + 1))
    return {
      change: (id, part) => onChange((current) => changeField(current, id, part)),
      open(id) {
        focusNext.current = () => firstControl(id)
        countTurn(id)
        onOpen(id)
      },
      done(field) {
        const [wrong] = Object.keys(errorsOf(field)) as (keyof FieldErrors)[]
        countTurn(field.id)
        if (wrong) return byId(partId(field.id, wrong))?.focus()
        focusNext.current = () => byId(editButtonId(field.id))
        onChange((current) => changeField(current, field.id, tidied(field)))
        onOpen(null)
      },
      move(field, from, to) {
        const pressed = document.activeElement
        // Browsers drop the focus of an element that moves.
        focusNext.current = () =>
          pressed instanceof HTMLButtonElement && !pressed.disabled ? pressed : byId(editButtonId(field.id))
        onChange((current) => moveField(current, from, to))
        setMoved(`${fieldName(field)} is now at position ${to + 1}.`)
      },
      remove(field, position) {
        onChange((current) => removeField(current, field.id))
        focusNext.current = () => {
          const rows = list.current?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? []
          return rows[Math.min(position, rows.length - 1)] ?? byId(addId)
        }
        const undo = () => onChange((current) => putBack(current, field, position))
        offers.current.push(toasts.fieldRemoved(fieldName(field), undo))
      },
    }
  }, [onChange, onOpen, addId])

  function add() {
    const field = newField()
    onChange((current) => addField(current, field))
    actions.open(field.id)
  }

  const isFull = present.length >= collectionLimits.fields
  return (
    // Narrow screens have no space for margins around the rows.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 max-sm:-mx-2.5">
      {present.length === 0 ? (
        <p className="rounded-md border border-dashed border-line px-4 py-8 text-center text-muted">
          No fields yet. Add your first question.
        </p>
      ) : (
        <SortableList
          ref={list}
          label="Fields"
          ids={present.map(({ id }) => id)}
          onMove={(from, to) => onChange((current) => moveField(current, from, to))}
          {...(onMoving && { onMoving })}
        >
          {present.map((field, position) => (
            <FieldRow
              key={field.id}
              field={field}
              position={position}
              isLast={position === present.length - 1}
              isOpen={field.id === openId}
              // Not while it is open for the first time, because it is still being created.
              areErrorsShown={
                submitted.has(field.id) || (turns.get(field.id) ?? 0) > (field.id === openId ? 1 : 0)
              }
              refusal={refusals.get(field)}
              actions={actions}
            />
          ))}
        </SortableList>
      )}
      <Button id={addId} className="justify-self-start max-sm:w-full" disabled={isFull} onClick={add}>
        <Plus aria-hidden="true" />
        Add field
      </Button>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {isFull && (
        <p className="text-muted">A collection can have at most {collectionLimits.fields} fields.</p>
      )}
    </div>
  )
}
