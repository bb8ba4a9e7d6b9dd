import { useCallback, useState } from 'react'
import { collectionLimits, collectionMessages } from '../../../../contract/custom-fields/custom-fields.ts'
import type { FieldDraft, FieldErrors } from '../../parts/field-editor/field-draft.ts'
import { FieldListEditor } from '../../parts/field-editor/field-list-editor.tsx'
import { type FieldList, presentFields } from '../../parts/field-editor/field-list.ts'
import { fieldIds, firstWrongField } from '../../parts/field-editor/field-summary.ts'
import { LeaveGuard } from '../../parts/editor/leave-guard.tsx'
import { useDiscardQuestion } from '../../parts/editor/use-discard-question.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import type { UsedDraft } from './used-collections.ts'

interface CollectionDialogProps {
  /** The collection being edited or created. */
  collection: UsedDraft
  onSave: (collection: UsedDraft) => void
  onCancel: () => void
}

const NO_FIELDS: ReadonlySet<string> = new Set()
const NO_REFUSALS: ReadonlyMap<FieldDraft, FieldErrors> = new Map()

/** Creates or edits an event-only collection. It is saved with the event. */
export function CollectionDialog({ collection, onSave, onCancel }: CollectionDialogProps) {
  const [name, setName] = useState(collection.name)
  const [description, setDescription] = useState(collection.description)
  const [fields, setFields] = useState<FieldList>(collection.fields)
  const [openId, setOpenId] = useState<string | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const [submittedFields, setSubmittedFields] = useState(NO_FIELDS)
  const isDirty =
    name !== collection.name || description !== collection.description || fields !== collection.fields
  const { close, question } = useDiscardQuestion(isDirty, onCancel)
  const changeFields = useCallback((change: (fields: FieldList) => FieldList) => setFields(change), [])
  const isUnnamed = name.trim() === ''
  const isEmpty = presentFields(fields).length === 0

  function save() {
    setIsSubmitted(true)
    setSubmittedFields(fieldIds(fields))
    const wrong = firstWrongField(fields)
    if (wrong) setOpenId(wrong.id)
    if (isUnnamed) document.getElementById('event-collection-name')?.focus()
    if (wrong || isUnnamed || isEmpty) return
    onSave({ ...collection, name: name.trim(), description: description.trim(), fields: [...fields] })
  }

  return (
    <Dialog
      size="lg"
      title={collection.fields.length === 0 ? 'New event-only collection' : 'Edit collection'}
      isOpen
      // While a field is being moved, Escape puts it back.
      isEscapeIgnored={isMoving}
      onClose={close}
      actions={
        question || (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={save}>
              {collection.fields.length === 0 ? 'Add to event' : 'Apply'}
            </Button>
          </>
        )
      }
    >
      <LeaveGuard isDirty={isDirty} onLeave={onCancel} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField
          id="event-collection-name"
          label="Collection name"
          isRequired
          startsFocused
          maxLength={collectionLimits.name}
          value={name}
          error={isSubmitted && isUnnamed ? collectionMessages.inlineName : null}
          onChange={setName}
        />
        <TextArea
          label="Description"
          rows={2}
          maxLength={collectionLimits.description}
          value={description}
          onChange={setDescription}
        />
        <div>
          <FieldListEditor
            fields={fields}
            onChange={changeFields}
            openId={openId}
            onOpen={setOpenId}
            submitted={submittedFields}
            refusals={NO_REFUSALS}
            addId="event-collection-add"
            onMoving={setIsMoving}
          />
          {isSubmitted && isEmpty && (
            <div role="alert" className="mt-3">
              <FieldError>{collectionMessages.inlineNoFields}</FieldError>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}
