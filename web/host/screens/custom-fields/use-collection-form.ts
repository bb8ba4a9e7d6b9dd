import { useCallback, useState } from 'react'
import type { FieldDraft, FieldErrors } from '../../parts/field-editor/field-draft.ts'
import type { FieldList } from '../../parts/field-editor/field-list.ts'
import { fieldIds } from '../../parts/field-editor/field-summary.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import {
  collectionErrors,
  type CollectionDraft,
  type CollectionErrors,
  draftText,
  isCollectionDraft,
  refusalFrom,
  type SavedCollection,
  upgradeDraft,
} from './collection-draft.ts'

const kind = { isDraft: isCollectionDraft, upgrade: upgradeDraft, textOf: draftText }
const noFields: ReadonlySet<string> = new Set()
const noRefusals: ReadonlyMap<FieldDraft, FieldErrors> = new Map()

/** The editor's state: its draft, its errors, and whether it differs from the saved version. */
export function useCollectionForm(saved: SavedCollection, storageKey: string) {
  const form = useDraft(saved, storageKey, kind)
  const { draft, setDraft, setBase } = form
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [submittedFields, setSubmittedFields] = useState(noFields)
  const [refused, setRefused] = useState<{ sent: CollectionDraft; errors: CollectionErrors } | null>(null)
  const [refusals, setRefusals] = useState(noRefusals)
  const change = useCallback(
    (part: Partial<CollectionDraft>) => setDraft((current) => ({ ...current, ...part })),
    [setDraft],
  )
  const changeFields = useCallback(
    (of: (fields: FieldList) => FieldList) =>
      setDraft((current) => ({ ...current, fields: of(current.fields) })),
    [setDraft],
  )

  const errors: CollectionErrors = isSubmitted ? collectionErrors(draft) : {}
  for (const key of ['name', 'description', 'fields'] as const) {
    // A server error applies only to the draft that was sent.
    const message = refused?.sent[key] === draft[key] ? refused.errors[key] : undefined
    if (message !== undefined) errors[key] ??= message
  }

  return {
    ...form,
    submittedFields,
    errors,
    refusals,
    change,
    changeFields,
    submitted(sent: CollectionDraft) {
      setIsSubmitted(true)
      setSubmittedFields(fieldIds(sent.fields))
    },
    /** Assigns error messages to their fields and returns the rest. */
    refused(messages: Readonly<Record<string, string>>, sent: CollectionDraft): string[] {
      const { errors: ofWhole, ofFields, rest } = refusalFrom(messages, sent)
      setRefused({ sent, errors: ofWhole })
      setRefusals(ofFields)
      return rest
    },
    /** Records a change that was saved separately from the form. */
    archived(isArchived: boolean, version: number) {
      setBase((base) => ({
        draft: { ...base.draft, isArchived },
        // A higher version means that someone else saved in between, which the next save detects.
        version: base.version !== null && version === base.version + 1 ? version : base.version,
      }))
      change({ isArchived })
    },
  }
}
