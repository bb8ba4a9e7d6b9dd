import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Collection } from '../../../contract/collection.ts'
import { collectionLimits } from '../../../contract/custom-fields.ts'
import { CallFailed } from '../../../contract/client.ts'
import { api, SessionExpired } from '../data/api.ts'
import { deleteEdited, reloadCollections, wordsOf } from '../data/collection-calls.ts'
import { FieldListEditor } from '../field-editor/field-list-editor.tsx'
import { FieldPreview } from '../field-editor/field-preview.tsx'
import { fieldSummary, firstWrongField } from '../field-editor/field-summary.ts'
import { LeaveGuard } from '../drafts/leave-guard.tsx'
import { paths } from '../../../contract/pages.ts'
import { toasts } from '../toasts.ts'
import { isSameInput } from '../drafts/same-input.ts'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { ErrorSummary, type ErrorSummaryHandle } from '../../ui/error-summary.tsx'
import { FieldError } from '../../ui/field.tsx'
import { RestoredNotice } from '../../ui/restored-notice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import {
  type CollectionDraft,
  collectionErrors,
  inputFrom,
  newCollection,
  type SavedCollection,
  savedFrom,
} from './collection-draft.ts'
import { CollectionHeader } from './collection-header.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { differencesOf, mergeCollections } from './edit-conflict.ts'
import { SharingCard } from './sharing-card.tsx'
import { useCollectionForm } from './use-collection-form.ts'

interface CollectionFormProps {
  /** Null for a new one. */
  collection: Collection | null
  storageKey: string
}

const controlIds = { name: 'collection-name', description: 'collection-description', fields: 'add-field' }

export function CollectionForm({ collection, storageKey }: CollectionFormProps) {
  const router = useRouter()
  const form = useCollectionForm(collection ? savedFrom(collection) : newCollection, storageKey)
  const { draft, errors, change } = form
  const [openId, setOpenId] = useState<string | null>(null)
  const [busyWith, setBusyWith] = useState<'saving' | 'archiving' | 'deleting' | null>(null)
  const [problems, setProblems] = useState<string[] | null>(null)
  const [conflict, setConflict] = useState<SavedCollection | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const summary = useRef<ErrorSummaryHandle>(null)
  const formId = useId()
  const attemptKey = useAttemptKey()

  useEffect(() => {
    if (problems !== null) summary.current?.focus()
  }, [problems])

  const toList = () => router.navigate({ to: paths.customFields, ignoreBlocker: true })

  async function save(next: CollectionDraft, version: number | null) {
    form.submitted()
    const wrong = firstWrongField(next.fields)
    if (wrong) setOpenId(wrong.id)
    if (wrong || Object.keys(collectionErrors(next)).length > 0) return setProblems([])
    setBusyWith('saving')
    setProblems(null)
    try {
      const body = inputFrom(next)
      if (collection === null) {
        await api.createCollection({ body, idempotencyKey: attemptKey(JSON.stringify(body)) })
        toasts.collectionCreated()
      } else {
        const changed = { ...body, ...(version !== null && { version }) }
        await api.updateCollection({ params: { id: collection.id }, body: changed })
        toasts.collectionUpdated()
      }
      await finish()
    } catch (error) {
      await refused(error, next)
    } finally {
      setBusyWith(null)
    }
  }

  async function finish() {
    form.settled()
    void reloadCollections()
    await toList()
  }

  async function refused(error: unknown, sent: CollectionDraft): Promise<void> {
    if (error instanceof SessionExpired) return
    if (error instanceof CallFailed && error.code === 'edit_conflict' && collection !== null) {
      try {
        const current = savedFrom(await api.getCollection({ params: { id: collection.id } }))
        if (!isSameInput(inputFrom(current.draft), inputFrom(sent))) return setConflict(current)
        // It was this very change, whose answer was lost on its way.
        toasts.collectionUpdated()
        return await finish()
      } catch (reason) {
        return refused(reason, sent)
      }
    }
    toasts.collectionNotSaved(wordsOf(error))
    if (!(error instanceof CallFailed)) return setProblems([String(error)])
    const isPlaced = Object.keys(error.fields).length > 0
    setProblems(isPlaced ? form.refused(error.fields, sent) : [error.message])
  }

  function takeTheirs(current: SavedCollection) {
    form.startFrom(current, current.draft)
    setConflict(null)
  }

  function saveMine(current: SavedCollection) {
    const merged = mergeCollections(form.base.draft, draft, current.draft)
    form.startFrom(current, merged)
    setConflict(null)
    void save(merged, current.version)
  }

  async function archive({ id }: Collection, isArchived: boolean) {
    setBusyWith('archiving')
    try {
      const { version } = await api.updateCollection({ params: { id }, body: { isArchived } })
      form.archived(isArchived, version)
      toasts.collectionArchived(isArchived)
      void reloadCollections()
    } catch (error) {
      if (!(error instanceof SessionExpired)) toasts.collectionNotArchived(isArchived)
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
    void save(draft, form.base.version)
  }

  const items = [
    ...(['name', 'description', 'fields'] as const).flatMap((key) => {
      const message = errors[key]
      return message === undefined ? [] : [{ fieldId: controlIds[key], message }]
    }),
    ...fieldSummary(draft.fields, form.refusals, openId),
    ...(problems ?? []).map((message) => ({ message })),
  ]
  const isOwner = collection === null || collection.entityRole === 'owner'
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
      {form.wasRestored && <RestoredNotice onDiscard={form.discard} />}
      {problems !== null && items.length > 0 && (
        <div className="mb-6">
          <ErrorSummary ref={summary} title="We couldn’t save the collection" items={items} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <form
            id={formId}
            noValidate
            onSubmit={onSubmit}
            aria-label={collection === null ? 'Create collection' : 'Edit collection'}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6"
          >
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
                isSubmitted={form.isSubmitted}
                refusals={form.refusals}
                addId={controlIds.fields}
              />
              {errors.fields && (
                <div className="mt-3">
                  <FieldError>{errors.fields}</FieldError>
                </div>
              )}
            </SectionCard>
          </form>
          {collection !== null && isOwner && <SharingCard id={collection.id} shares={collection.shares} />}
        </div>
        {/* Beside the form, not in it: Enter in a field that is only tried out saves nothing. */}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 lg:sticky lg:top-20">
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              form={formId}
              variant="primary"
              className="grow"
              isBusy={busyWith === 'saving'}
            >
              {busyWith === 'saving'
                ? 'Saving...'
                : collection === null
                  ? 'Create Collection'
                  : 'Update Collection'}
            </Button>
            <Button onClick={() => void router.navigate({ to: paths.customFields })}>Cancel</Button>
          </div>
          <SectionCard
            title="Preview"
            description="This is what invitees see. Try it out; nothing is saved."
            className="lg:max-h-[calc(100dvh-11.5rem)] lg:overflow-y-auto"
          >
            <h3 className="sr-only">The form</h3>
            <FieldPreview name={draft.name} description={draft.description} fields={draft.fields} />
          </SectionCard>
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
        differences={conflict && differencesOf(form.base.draft, draft, conflict.draft)}
        onKeepEditing={() => setConflict(null)}
        onUseTheirs={() => conflict && takeTheirs(conflict)}
        onSaveMine={() => conflict && saveMine(conflict)}
      />
    </>
  )
}
