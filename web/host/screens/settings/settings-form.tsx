import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Settings } from '../../../../contract/account/settings.schema.ts'
import {
  type RetentionMonths,
  type SettingsValues,
  settingNames,
} from '../../../../contract/account/settings-options.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { SessionExpired } from '../../data/api.ts'
import { LeaveGuard } from '../../parts/editor/leave-guard.tsx'
import { SaveBar } from '../../parts/editor/save-bar.tsx'
import { paths } from '../../../../contract/pages/pages.ts'
import { countExpiringBookings, saveSettings } from '../../data/settings-calls.ts'
import { toasts } from '../../data/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { EditorNotices } from '../../parts/editor/editor-notices.tsx'
import { useProblems } from '../../parts/editor/use-problems.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { CalendarsSection } from '../../parts/calendars/calendars-section.tsx'
import { ActivitySection } from './activity-section.tsx'
import { DangerSection } from './danger-section.tsx'
import { DataSection } from './data-section.tsx'
import { ExtensionSection } from './extension-section.tsx'
import { FormSkeleton } from './form-skeleton.tsx'
import { GeneralSection } from './general-section.tsx'
import { LabelsSection } from './labels-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { SessionsSection } from './sessions-section.tsx'
import {
  changesOf,
  errorsFromServer,
  fieldId,
  isSettingsDraft,
  newRetention,
  type SettingsDraft,
  type SettingsErrors,
} from './settings-draft.ts'

interface SettingsFormProps {
  settings: Settings
  storageKey: string
  /** Until then, only what is above them is shown. */
  areListsLoaded: boolean
}

const nothing = { draft: {}, version: null }

export function SettingsForm({ settings, storageKey, areListsLoaded }: SettingsFormProps) {
  const router = useRouter()
  const textOf = useCallback((draft: SettingsDraft) => JSON.stringify(changesOf(draft, settings)), [settings])
  const form = useDraft<SettingsDraft>(nothing, storageKey, { isDraft: isSettingsDraft, textOf })
  const [isSaving, setIsSaving] = useState(false)
  const [expiring, setExpiring] = useState<{ months: RetentionMonths; count: number } | null>(null)
  const { problems, setProblems, summary } = useProblems()
  const [errors, setErrors] = useState<SettingsErrors>({})
  // For what continues after a request, when the host may have changed the draft or left without saving.
  const latest = useRef(form.draft)
  useEffect(() => {
    latest.current = form.draft
  }, [form.draft])
  const hasLeft = useRef(false)
  const isDefault = (name: keyof SettingsValues) => settings.defaults.includes(name) && !(name in form.draft)
  const values: SettingsValues = { ...settings, ...form.draft }

  function change(part: SettingsDraft) {
    form.setDraft((draft) => changesOf({ ...draft, ...part }, settings))
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([key]) => !(key in part))))
  }

  /** Asks first if saving deletes bookings, unless that was `confirmed` for the time in the draft. */
  async function saveIfConfirmed(draft: SettingsDraft, confirmed: RetentionMonths | null): Promise<void> {
    setExpiring(null)
    const months = newRetention(draft, settings)
    if (months === null || months === confirmed) return save(draft)
    setIsSaving(true)
    const count = await countExpiringBookings(months)
    setIsSaving(false)
    if (count === null || hasLeft.current) return
    // Another time was chosen while they were counted.
    if (newRetention(latest.current, settings) !== months) return saveIfConfirmed(latest.current, null)
    if (count === 0) return save(draft)
    setExpiring({ months, count })
  }

  async function save(draft: SettingsDraft) {
    setIsSaving(true)
    setProblems(null)
    setErrors({})
    try {
      const saved = await saveSettings(changesOf(draft, settings))
      // Changes made while saving are still unsaved.
      form.setDraft((current) => changesOf(current, saved))
      toasts.settingsSaved()
    } catch (error) {
      if (error instanceof SessionExpired) return
      toasts.settingsNotSaved()
      const refused = errorsFromServer(error instanceof CallFailed ? error.fields : {})
      setErrors(refused.errors)
      const isPlaced = Object.keys(refused.errors).length + refused.rest.length > 0
      setProblems(isPlaced ? refused.rest : [error instanceof Error ? error.message : String(error)])
    } finally {
      setIsSaving(false)
    }
  }

  function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    void saveIfConfirmed(form.draft, null)
  }

  const items = settingNames.flatMap((key) =>
    errors[key] ? [{ fieldId: fieldId(key), message: errors[key] }] : [],
  )
  const sectionProps = { values, errors, change, isDefault }
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Settings">
      <EditorNotices
        wasRestored={form.wasRestored && form.isDirty}
        onDiscard={form.discard}
        isBusy={isSaving}
        problems={problems}
        summary={summary}
        title="We couldn’t save your settings"
        items={items}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <GeneralSection {...sectionProps} />
        {areListsLoaded ? (
          <>
            <CalendarsSection />
            <NotificationsSection {...sectionProps} />
            <LabelsSection />
            <PrivacySection {...sectionProps} />
            <SessionsSection />
            <ExtensionSection />
            <ActivitySection />
            <DataSection {...sectionProps} />
            <DangerSection />
          </>
        ) : (
          <FormSkeleton from={1} />
        )}
      </div>
      <SaveBar
        status={form.isDirty ? 'Unsaved changes' : settings.updatedAt === null ? '' : 'All changes saved'}
        onCancel={() => void router.navigate({ to: paths.dashboard })}
      >
        <Button type="submit" variant={form.isDirty ? 'primary' : 'secondary'} isBusy={isSaving}>
          {isSaving ? 'Saving...' : 'Save Changes'}
        </Button>
      </SaveBar>
      {expiring && (
        <RetentionDialog
          {...expiring}
          onClose={() => setExpiring(null)}
          onConfirm={() => void saveIfConfirmed(form.draft, expiring.months)}
        />
      )}
      <LeaveGuard
        isDirty={form.isDirty}
        onLeave={() => {
          hasLeft.current = true
          form.settled()
        }}
      />
    </form>
  )
}
