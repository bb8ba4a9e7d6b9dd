import { type FormEvent, useCallback, useState } from 'react'
import { weekStarts } from '../../../../contract/events/event-rules.ts'
import { limitError } from '../../../../contract/events/rule-errors.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import type { Settings } from '../../../../contract/account/settings.schema.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { SessionExpired } from '../../data/api.ts'
import { saveLatestSettings } from '../../data/settings-calls.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { LeaveGuard } from '../../parts/editor/leave-guard.tsx'
import { dayNames } from '../../parts/hours/day-names.ts'
import { LimitFields } from '../../parts/rules/limit-fields.tsx'
import { toasts } from '../../data/toasts.ts'
import {
  changesBetween,
  changesOf,
  inputFrom,
  isLimitsDraft,
  type LimitsDraft,
  type LimitSettings,
  withMore,
  withChanges,
} from './limits-draft.ts'

const unchanged = { draft: {}, version: null }

const choices = weekStarts.map((value) => ({ value, label: dayNames[value] }))

/** The limits on all of the host's bookings together, and the first day of a week. */
export function AllEventsCard({ settings, storageKey }: { settings: Settings; storageKey: string }) {
  const textOf = useCallback((draft: LimitsDraft) => JSON.stringify(changesOf(draft, settings)), [settings])
  const form = useDraft<LimitsDraft>(unchanged, storageKey, { isDraft: isLimitsDraft, textOf })
  const shown = withChanges(form.draft, settings)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSound = shown.booking_limits.every((limit) => limitError(limit) === null)

  function change(part: Partial<LimitSettings>) {
    const changed = withMore(form.draft, changesBetween(shown, { ...shown, ...part }))
    // While they are being saved, a change back to what was saved before is one, too.
    form.setDraft(isSaving ? changed : changesOf(changed, settings))
  }

  async function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    if (!form.isDirty || !isSound) return
    setIsSaving(true)
    setProblem(null)
    try {
      const saved = await saveLatestSettings((latest) => inputFrom(form.draft, latest))
      // Changes made while saving are still unsaved.
      form.setDraft((current) => changesOf(current, saved))
      toasts.limitsSaved()
    } catch (error) {
      // What was changed back isn't a change anymore.
      form.setDraft((current) => changesOf(current, settings))
      if (error instanceof SessionExpired) return
      setProblem(error instanceof CallFailed ? error.message : String(error))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <SectionCard
      title="All events"
      description="Limits on everything people book with you. A full day, week or month offers no more times."
    >
      <form
        noValidate
        aria-label="All events"
        onSubmit={(submit) => void onSubmit(submit)}
        className="grid gap-5"
      >
        <LimitFields
          id="all-events-limits"
          limits={shown.booking_limits}
          onChange={(booking_limits) => change({ booking_limits })}
        />
        <Select
          label="Weeks start on"
          className="sm:max-w-52"
          choices={choices}
          value={shown.week_start}
          onChange={(week_start) => change({ week_start })}
        />
        {problem && <FieldError>{problem}</FieldError>}
        <Button
          type="submit"
          variant="primary"
          className="w-fit"
          isOff={!form.isDirty || !isSound}
          isBusy={isSaving}
        >
          Save limits
        </Button>
      </form>
      <LeaveGuard isDirty={form.isDirty} onLeave={form.discard} />
    </SectionCard>
  )
}
