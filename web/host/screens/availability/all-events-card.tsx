import { type FormEvent, useState } from 'react'
import { type BookingLimit, type WeekStart, weekStarts } from '../../../../contract/events/event-rules.ts'
import { limitError } from '../../../../contract/events/rule-errors.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import type { Settings } from '../../../../contract/account/settings.schema.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { SessionExpired } from '../../data/api.ts'
import { saveSettings } from '../../data/settings-calls.ts'
import { hasShapeOf } from '../../parts/drafts/draft-storage.ts'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { LeaveGuard } from '../../parts/editor/leave-guard.tsx'
import { merged } from '../../parts/editor/merge-drafts.ts'
import { dayNames } from '../../parts/hours/day-names.ts'
import { LimitFields } from '../../parts/rules/limit-fields.tsx'
import { toasts } from '../../data/toasts.ts'

interface LimitsDraft {
  week_start: WeekStart
  booking_limits: BookingLimit[]
}

const isDraft = (value: unknown): value is LimitsDraft =>
  hasShapeOf({ week_start: '', booking_limits: [] }, value) && Array.isArray(value.booking_limits)
const kind = { isDraft }
const fieldNames = ['week_start', 'booking_limits'] as const

const choices = weekStarts.map((value) => ({ value, label: dayNames[value] }))

/** The limits on all of the host's bookings together, and the first day of a week. */
export function AllEventsCard({ settings, storageKey }: { settings: Settings; storageKey: string }) {
  const { week_start, booking_limits } = settings
  const form = useDraft<LimitsDraft>(
    { draft: { week_start, booking_limits }, version: null },
    storageKey,
    kind,
  )
  const { draft } = form
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSound = draft.booking_limits.every((limit) => limitError(limit) === null)

  async function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    if (!form.isDirty || !isSound) return
    setIsSaving(true)
    setProblem(null)
    try {
      const before = form.base.draft
      const saved = await saveSettings({
        ...(draft.week_start !== before.week_start && { week_start: draft.week_start }),
        ...(JSON.stringify(draft.booking_limits) !== JSON.stringify(before.booking_limits) && {
          booking_limits: draft.booking_limits,
        }),
      })
      const theirs = { week_start: saved.week_start, booking_limits: saved.booking_limits }
      form.setBase({ draft: theirs, version: null })
      // Changes made while saving are still unsaved.
      form.setDraft((mine) => merged(fieldNames, { base: draft, mine, theirs }))
      toasts.limitsSaved()
    } catch (error) {
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
          limits={draft.booking_limits}
          onChange={(limits) => form.setDraft({ ...draft, booking_limits: limits })}
        />
        <Select
          label="Weeks start on"
          className="sm:max-w-52"
          choices={choices}
          value={draft.week_start}
          onChange={(first) => form.setDraft({ ...draft, week_start: first })}
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
