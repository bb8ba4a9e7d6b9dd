import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { labelLimits, labelMessages } from '../../../../contract/labels/label-options.ts'
import type { Label, LabelUses } from '../../../../contract/labels/label.schema.ts'
import { createLabel, labelsQuery } from '../../data/label-calls.ts'
import { countLabelUses, deleteLabel, moveLabel } from '../../data/label-list-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { named, nextColor } from '../../data/label-list.ts'
import { LabelRow } from './label-row.tsx'
import { usesText } from './uses-text.ts'

interface ManageDialogProps {
  /** Gets the focus when the dialog closes. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
}

/** All labels: create, rename, recolor, reorder and delete. Everything is saved at once. */
export function ManageDialog({ orElse, onClose }: ManageDialogProps) {
  const { data: labels = [] } = useQuery(labelsQuery)
  const [isMoving, setIsMoving] = useState(false)
  const [toDelete, setToDelete] = useState<{ label: Label; uses: LabelUses } | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const [deleted, setDeleted] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const newName = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')

  useEffect(() => {
    if (deleted === 0) return
    // The row that had the focus is gone. The closed dialog looks for it in the next frame, before this does.
    const frame = requestAnimationFrame(() => newName.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [deleted])

  async function ask(label: Label) {
    const uses = await countLabelUses(label.id)
    if (uses === 'gone') setDeleted((count) => count + 1)
    else if (uses !== null) setToDelete({ label, uses })
  }

  function keepName(name: string, isTyping: boolean) {
    setTyped((other) => other || name)
    if (!isTyping) setDeleted((count) => count + 1)
  }

  async function remove({ id }: Label) {
    setIsDeleting(true)
    const isGone = await deleteLabel(id)
    setIsDeleting(false)
    setToDelete(null)
    if (isGone) setDeleted((count) => count + 1)
  }

  return (
    <>
      <Dialog
        title="Manage labels"
        size="md"
        isOpen
        // While a label is being moved, Escape puts it back.
        isEscapeIgnored={isMoving}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <RestoreFocus target={orElse} />
        <p className="-mt-2 text-muted">Only you see your labels. Changes are saved right away.</p>
        <NewLabel labels={labels} input={newName} name={typed} onType={setTyped} />
        {labels.length === 0 ? (
          <p className="rounded-md border border-dashed border-line px-4 py-8 text-center text-muted">
            No labels yet.
          </p>
        ) : (
          <div className="-mx-2 max-sm:-mx-4 max-h-[min(26rem,50dvh)] overflow-y-auto px-2 py-0.5">
            <SortableList
              ref={list}
              label="Labels"
              ids={labels.map(({ id }) => id)}
              onMove={(from, to) => void moveLabel(labels, from, to)}
              onMoving={setIsMoving}
            >
              {labels.map((label) => (
                <LabelRow
                  key={label.id}
                  label={label}
                  labels={labels}
                  onDelete={() => void ask(label)}
                  onGone={keepName}
                />
              ))}
            </SortableList>
          </div>
        )}
      </Dialog>
      {toDelete && (
        <Dialog
          role="alertdialog"
          title={
            <>
              Delete “<bdi>{toDelete.label.name}</bdi>”?
            </>
          }
          isOpen
          onClose={() => setToDelete(null)}
          actions={
            <>
              <Button onClick={() => setToDelete(null)}>Cancel</Button>
              <Button variant="danger" isBusy={isDeleting} onClick={() => void remove(toDelete.label)}>
                Delete
              </Button>
            </>
          }
        >
          <p className="text-muted">{usesText(toDelete.uses)} You can’t undo this.</p>
        </Dialog>
      )}
    </>
  )
}

interface NewLabelProps {
  labels: readonly Label[]
  input: RefObject<HTMLInputElement | null>
  name: string
  onType: (name: string) => void
}

function NewLabel({ labels, input, name, onType }: NewLabelProps) {
  const [isBusy, setIsBusy] = useState(false)
  const isTaken = name.trim() !== '' && named(labels, name) !== undefined

  async function add() {
    if (name.trim() === '' || isTaken || isBusy) return input.current?.focus()
    setIsBusy(true)
    const label = await createLabel({ name, color: nextColor(labels) })
    setIsBusy(false)
    if (label !== null) onType('')
    input.current?.focus()
  }

  return (
    <div className="flex items-start gap-2">
      <Field label="New label" className="flex-1" error={isTaken ? labelMessages.nameTaken : null}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="text"
            className="control"
            maxLength={labelLimits.name}
            autoComplete="off"
            value={name}
            onChange={({ target }) => onType(target.value)}
            onKeyDown={(press) => {
              if (press.key !== 'Enter') return
              press.preventDefault()
              void add()
            }}
          />
        )}
      </Field>
      <Button isBusy={isBusy} className="mt-[1.6875rem]" onClick={() => void add()}>
        {!isBusy && <Plus aria-hidden="true" />}
        Add
      </Button>
    </div>
  )
}
