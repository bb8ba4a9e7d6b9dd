import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import type { Collection, CollectionInput } from '../../../../contract/custom-fields/collection.schema.ts'
import { collectionLimits } from '../../../../contract/custom-fields/custom-fields.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { api, SessionExpired, wordsOf } from '../../data/api.ts'
import { deleteEdited, reloadCollections } from '../../data/collection-calls.ts'
import { FieldListEditor } from '../../parts/field-editor/field-list-editor.tsx'
import { FieldPreview } from '../../parts/field-editor/field-preview.tsx'
import { fieldSummary, firstWrongField } from '../../parts/field-editor/field-summary.ts'
import { createLabeled, knownLabels, labelCollections } from '../../data/label-calls.ts'
import { changedLabels } from '../../data/label-list.ts'
import { LabelsCard } from '../../parts/labels/labels-card.tsx'
import { LeaveGuard } from '../../parts/editor/leave-guard.tsx'
import { paths } from '../../../../contract/pages/pages.ts'
import { EditorBar } from '../../parts/editor/editor-bar.tsx'
import { EditorFields, focusSubmitter } from '../../parts/editor/editor-fields.tsx'
import { EditorNotices } from '../../parts/editor/editor-notices.tsx'
import { useEditor } from '../../parts/editor/use-editor.ts'
import { toasts } from '../../data/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { ConflictDialog } from '../../parts/editor/conflict-dialog.tsx'
import { DeletedDialog } from '../../parts/editor/deleted-dialog.tsx'
import { useLeave } from '../../parts/editor/use-leave.ts'
import { FieldError } from '../../../ui/field.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import {
  type CollectionDraft,
  collectionErrors,
  inputFrom,
  newCollection,
  savedFrom,
} from './collection-draft.ts'
import { CollectionHeader } from './collection-header.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { differencesOf, mergeCollections } from './edit-conflict.ts'
import { SharingCard } from './sharing-card.tsx'
import { useCollectionForm } from './use-collection-form.ts'

interface CollectionFormProps {
  /** Null for a new collection. */
  collection: Collection | null
  storageKey: string
}

const controlIds = { name: 'collection-name', description: 'collection-description', fields: 'add-field' }

export function CollectionForm({ collection, storageKey }: CollectionFormProps) {
  const router = useRouter()
  const form = useCollectionForm(collection ? savedFrom(collection) : newCollection, storageKey)
  const { draft, errors, change } = form
  const [openId, setOpenId] = useState<string | null>(null)
  const [busyWith, setBusyWith] = useState<'archiving' | 'deleting' | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const formId = useId()
  const isOwner = collection === null || collection.entityRole === 'owner'

  const toList = useLeave(paths.customFields)

  const editor = useEditor<CollectionDraft, CollectionInput, Collection>({
    form,
    validate(next) {
      form.submitted(next)
      const wrong = firstWrongField(next.fields)
      if (wrong) setOpenId(wrong.id)
      return !wrong && Object.keys(collectionErrors(next)).length === 0
    },
    inputFrom: (next, asked) => inputFrom({ ...next, labels: knownLabels(next.labels, asked?.labelIds) }),
    create: (body, idempotencyKey) => createLabeled(() => api.createCollection({ body, idempotencyKey })),
    existing: collection && {
      update: (body) => api.updateCollection({ params: { id: collection.id }, body }),
      load: () => api.getCollection({ params: { id: collection.id } }),
      restore: isOwner
        ? () => api.updateCollection({ params: { id: collection.id }, body: { isDeleted: false } })
        : null,
    },
    copyOf: (current) => ({ ...current, labels: collection?.labelIds ?? [] }),
    savedFrom,
    merge: mergeCollections,
    differencesOf,
    async onSaved(_, isNew) {
      if (isNew) toasts.collectionCreated()
      else toasts.collectionUpdated()
      form.settled()
      void reloadCollections()
      await toList()
    },
    onRefused(error, sent) {
      toasts.collectionNotSaved(wordsOf(error))
      if (!(error instanceof CallFailed)) return [String(error)]
      const isPlaced = Object.keys(error.fields).length > 0
      return isPlaced ? form.refused(error.fields, sent) : [error.message]
    },
  })

  async function archive({ id }: Collection, isArchived: boolean) {
    setBusyWith('archiving')
    try {
      const { version } = await api.updateCollection({ params: { id }, body: { isArchived } })
      form.archived(isArchived, version)
      toasts.collectionArchived(isArchived)
      void reloadCollections()
    } catch (error) {
      if (!(error instanceof SessionExpired)) toasts.collectionNotArchived(isArchived, wordsOf(error))
    } finally {
      setBusyWith(null)
    }
  }

  async function remove({ id }: Collection) {
    setBusyWith('deleting')
    const isGone = await deleteEdited(id)
    setBusyWith(null)
    setIsDeleting(false)
    if (!isGone) return
    form.settled()
    await toList()
  }

  function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    focusSubmitter(submit)
    void editor.save()
  }

  const items = [
    ...(['name', 'description', 'fields'] as const).flatMap((key) => {
      const message = errors[key]
      return message === undefined ? [] : [{ fieldId: controlIds[key], message }]
    }),
    ...fieldSummary(draft.fields, form.submittedFields, form.refusals, openId),
  ]
  const { isArchived } = draft
  return (
    <>
      <CollectionHeader
        collection={collection}
        name={form.base.draft.name}
        isArchived={isArchived}
        isArchiving={busyWith === 'archiving'}
        onArchive={() => collection && void archive(collection, !isArchived)}
        onDelete={() => setIsDeleting(true)}
      />
      <EditorNotices
        wasRestored={form.wasRestored}
        onDiscard={form.discard}
        isBusy={editor.isSaving}
        problems={editor.problems}
        summary={editor.summary}
        title="We couldn’t save the collection"
        items={items}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <form
            id={formId}
            noValidate
            onSubmit={onSubmit}
            aria-label={collection === null ? 'Create collection' : 'Edit collection'}
          >
            <EditorFields isBusy={editor.isSaving} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
              <SectionCard title="Collection details">
                <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
                  <TextField
                    id={controlIds.name}
                    label="Collection name"
                    isRequired
                    maxLength={collectionLimits.name}
                    placeholder="About your company"
                    value={draft.name}
                    error={errors.name}
                    onChange={(name) => change({ name })}
                  />
                  <TextArea
                    id={controlIds.description}
                    label="Description"
                    hint="Shown above the fields."
                    rows={2}
                    maxLength={collectionLimits.description}
                    value={draft.description}
                    error={errors.description}
                    onChange={(description) => change({ description })}
                  />
                </div>
              </SectionCard>
              <SectionCard
                title="Fields"
                description="Asked in this order. Drag a field by its handle to move it."
              >
                <FieldListEditor
                  fields={draft.fields}
                  onChange={form.changeFields}
                  openId={openId}
                  onOpen={setOpenId}
                  submitted={form.submittedFields}
                  refusals={form.refusals}
                  addId={controlIds.fields}
                  isSaving={editor.isSaving}
                />
                {errors.fields && (
                  <div className="mt-3">
                    <FieldError>{errors.fields}</FieldError>
                  </div>
                )}
              </SectionCard>
            </EditorFields>
          </form>
          {collection !== null && isOwner && <SharingCard id={collection.id} shares={collection.shares} />}
        </div>
        {/* Outside of the form, so that pressing Enter in the preview doesn't save. */}
        <div className="min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-lg:contents lg:sticky lg:top-20 lg:grid">
          <EditorFields isBusy={editor.isSaving} className="min-w-0">
            <LabelsCard
              name={draft.name || 'this collection'}
              labelIds={collection?.labelIds ?? draft.labels}
              isNew={collection === null}
              onChange={(labels) =>
                collection === null
                  ? change({ labels: changedLabels(draft.labels, labels) })
                  : void labelCollections([collection.id], labels)
              }
            />
          </EditorFields>
          <SectionCard
            title="Preview"
            description="This is what invitees see. Try it out; nothing is saved."
            className="lg:max-h-[calc(100dvh-11.5rem)] lg:overflow-y-auto"
          >
            <h3 className="sr-only">The form</h3>
            <FieldPreview name={draft.name} description={draft.description} fields={draft.fields} />
          </SectionCard>
          <EditorBar className="lg:order-first">
            <Button type="submit" form={formId} variant="primary" isBusy={editor.isSaving}>
              {editor.isSaving
                ? 'Saving...'
                : collection === null
                  ? 'Create Collection'
                  : 'Update Collection'}
            </Button>
            <Button variant="quiet" onClick={() => void router.navigate({ to: paths.customFields })}>
              Cancel
            </Button>
          </EditorBar>
        </div>
      </div>
      <LeaveGuard isDirty={form.isDirty} onLeave={form.settled} />
      <DeleteDialog
        isOpen={isDeleting}
        name={form.base.draft.name}
        isBusy={busyWith === 'deleting'}
        onCancel={() => setIsDeleting(false)}
        onDelete={() => collection && void remove(collection)}
      />
      <ConflictDialog
        noun="collection"
        from="from another tab or device, or by someone it’s shared with"
        differences={editor.differences}
        onKeepEditing={editor.keepEditing}
        onUseSaved={() => {
          editor.takeOther()
          void reloadCollections()
        }}
        onSaveThis={editor.saveMine}
      />
      <DeletedDialog
        noun="collection"
        {...(!isOwner && { reason: 'It was deleted, or it’s no longer shared with you.' })}
        deletion={editor.deletion}
        onKeepEditing={editor.keepEditing}
        onSaveAsNew={editor.saveAsNew}
        onRestore={() => void editor.restoreAndSave()}
      />
    </>
  )
}
