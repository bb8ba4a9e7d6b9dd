import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type {
  Schedule,
  ScheduleEffect,
  ScheduleInput,
} from '../../../../contract/schedules/schedule.schema.ts'
import { scheduleLimits } from '../../../../contract/schedules/schedule.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { settingsDefaults } from '../../../../contract/account/settings-options.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { api, SessionExpired } from '../../data/api.ts'
import { reloadEvents } from '../../data/event-calls.ts'
import { reloadSchedules } from '../../data/schedule-calls.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { type SavedDraft, useDraft } from '../../parts/drafts/use-draft.ts'
import { ConflictDialog } from '../../parts/editor/conflict-dialog.tsx'
import { DeletedDialog } from '../../parts/editor/deleted-dialog.tsx'
import { EditorFields, focusSubmitter } from '../../parts/editor/editor-fields.tsx'
import { EditorNotices } from '../../parts/editor/editor-notices.tsx'
import { LeaveGuard } from '../../parts/editor/leave-guard.tsx'
import { SaveBar } from '../../parts/editor/save-bar.tsx'
import { useEditor } from '../../parts/editor/use-editor.ts'
import { useLeave } from '../../parts/editor/use-leave.ts'
import { firstHoursProblem, lineId } from '../../parts/hours/day-line.tsx'
import { OVERRIDE_FORM_ID, UNFINISHED_DATES } from '../../parts/hours/override-form.tsx'
import { OverridesEditor } from '../../parts/hours/overrides-editor.tsx'
import { firstRangeError, rangeId } from '../../parts/hours/week-errors.ts'
import { knownZone } from '../../data/format-time-zone.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { ZoneField } from '../../parts/time/zone-field.tsx'
import { toasts } from '../../data/toasts.ts'
import { EffectDialog } from './effect-dialog.tsx'
import { hasEffect } from './effect-text.ts'
import { HolidaysSection, useHolidays } from './holidays-section.tsx'
import {
  changesHours,
  differencesOf,
  errorsFromServer,
  fieldId,
  fieldNames,
  inputFrom,
  isScheduleDraft,
  mergeSchedules,
  savedFrom,
  type ScheduleDraft,
  type ScheduleErrors,
  scheduleErrors,
} from './schedule-draft.ts'
import { TravelSection } from './travel-section.tsx'
import { WeekSection } from './week-section.tsx'

interface ScheduleFormProps {
  saved: SavedDraft<ScheduleDraft>
  /** Null for a new schedule. */
  scheduleId: string | null
  /** How many events use it. */
  eventCount: number
  storageKey: string
}

const kind = {
  isDraft: isScheduleDraft,
  upgrade: (draft: object) => ({ typedHours: {}, ...draft }),
}

export function ScheduleForm({ saved, scheduleId, eventCount, storageKey }: ScheduleFormProps) {
  const router = useRouter()
  const { timeFormat } = useHostTime()
  const { data: settings } = useQuery(settingsQuery)
  const weekStart = settings?.week_start ?? settingsDefaults.week_start
  const form = useDraft(saved, storageKey, kind)
  const { draft } = form
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [refused, setRefused] = useState<ScheduleErrors>({})
  const hoursProblem = firstHoursProblem(draft.typedHours, timeFormat)
  const [isEditingDates, setIsEditingDates] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  /** The host left without saving, perhaps while `isAsking`. */
  const hasLeft = useRef(false)
  const [effect, setEffect] = useState<ScheduleEffect | 'unknown' | null>(null)
  const { coming, closed, isFailed, retry } = useHolidays(draft.holidays)
  const shown: ScheduleErrors = { ...refused, ...(isSubmitted && scheduleErrors(draft)) }
  const toList = useLeave(paths.availability)

  function change(part: Partial<ScheduleDraft>) {
    form.setDraft((current) => ({ ...current, ...part }))
    setRefused((errors) => Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))))
  }

  const isSound = (next: ScheduleDraft) =>
    firstHoursProblem(next.typedHours, timeFormat) === null &&
    !isEditingDates &&
    Object.keys(scheduleErrors(next)).length === 0

  const editor = useEditor<ScheduleDraft, ScheduleInput, Schedule>({
    form,
    validate(next) {
      setIsSubmitted(true)
      return isSound(next)
    },
    inputFrom,
    create: (body, idempotencyKey) => api.createSchedule({ body, idempotencyKey }),
    existing:
      scheduleId === null
        ? null
        : {
            update: (body) => api.updateSchedule({ params: { id: scheduleId }, body }),
            load: () => api.getSchedule({ params: { id: scheduleId } }),
            restore: null,
          },
    savedFrom,
    merge: mergeSchedules,
    differencesOf: (base, mine, theirs) => differencesOf(base, mine, theirs, timeFormat),
    async onSaved() {
      form.settled()
      toasts.scheduleSaved()
      void reloadSchedules()
      void reloadEvents()
      await toList()
    },
    onRefused(error) {
      toasts.scheduleNotSaved()
      if (!(error instanceof CallFailed)) return [String(error)]
      const { errors, rest } = errorsFromServer(error.fields)
      setRefused(errors)
      return Object.keys(errors).length + rest.length === 0 ? [error.message] : rest
    },
  })

  /** Shows the effect on slots and bookings first, if there is one. */
  async function saveIfConfirmed() {
    const isKnown = scheduleId === null || eventCount === 0 || !changesHours(form.base.draft, draft)
    if (isKnown || !isSound(draft)) return editor.save()
    setIsAsking(true)
    const found = await previewOf(scheduleId, draft)
    setIsAsking(false)
    if (found === null || hasLeft.current) return
    if (found !== 'unknown' && !hasEffect(found)) return editor.save()
    setEffect(found)
  }

  function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    focusSubmitter(submit)
    void saveIfConfirmed()
  }

  const wrongRange = firstRangeError(draft.week)
  const items = [
    ...fieldNames.flatMap((field) => {
      const message = shown[field]
      if (message === undefined) return []
      const at = field === 'week' && wrongRange ? rangeId(wrongRange.day, wrongRange.index) : fieldId(field)
      return [{ fieldId: at, message }]
    }),
    ...(isEditingDates ? [{ fieldId: OVERRIDE_FORM_ID, message: UNFINISHED_DATES }] : []),
    ...(hoursProblem ? [{ fieldId: lineId(hoursProblem.day), message: hoursProblem.message }] : []),
  ]
  const isBusy = isAsking || editor.isSaving

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      aria-label={scheduleId === null ? 'Create schedule' : 'Edit schedule'}
    >
      <PageHeader
        title={scheduleId === null ? 'Create Schedule' : 'Edit Schedule'}
        description={scheduleId === null ? 'Hours that several events can share.' : form.base.draft.name}
      />
      <EditorNotices
        wasRestored={form.wasRestored}
        onDiscard={form.discard}
        isBusy={isBusy}
        problems={editor.problems}
        summary={editor.summary}
        title="We couldn’t save the schedule"
        items={items}
      />
      <EditorFields isBusy={isBusy} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <SectionCard title="Schedule">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2">
            <TextField
              className="sm:col-span-2"
              id={fieldId('name')}
              label="Name"
              isRequired
              maxLength={scheduleLimits.name}
              placeholder="Working hours"
              value={draft.name}
              error={shown.name ?? null}
              onChange={(name) => change({ name })}
            />
            <ZoneField
              id={fieldId('timezone')}
              value={draft.timezone}
              error={shown.timezone}
              onChange={(timezone) => change({ timezone })}
            />
          </div>
        </SectionCard>
        <WeekSection
          week={draft.week}
          onChange={(week) => change({ week })}
          timezone={knownZone(draft.timezone)}
          weekStart={weekStart}
          error={shown.week}
          typedHours={draft.typedHours}
          onTyped={(typedHours) => change({ typedHours })}
        />
        <SectionCard
          title="Date overrides"
          description="Close dates, or give them other hours. They can open days that are usually closed."
        >
          <OverridesEditor
            overrides={draft.overrides}
            onChange={(overrides) => change({ overrides })}
            timezone={knownZone(draft.timezone)}
            timeFormat={timeFormat}
            weekStart={weekStart}
            holidays={closed}
            onEditing={setIsEditingDates}
          />
          {shown.overrides && <FieldError>{shown.overrides}</FieldError>}
        </SectionCard>
        <HolidaysSection
          holidays={draft.holidays}
          onChange={(holidays) => change({ holidays })}
          found={coming}
          isFailed={isFailed}
          onRetry={retry}
          error={shown.holidays}
        />
        <TravelSection
          travels={draft.travels}
          onChange={(travels) => change({ travels })}
          error={shown.travels}
        />
      </EditorFields>
      <SaveBar onCancel={() => void router.navigate({ to: paths.availability })}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? 'Saving...' : scheduleId === null ? 'Create schedule' : 'Save schedule'}
        </Button>
      </SaveBar>
      <LeaveGuard
        isDirty={form.isDirty || isEditingDates}
        onLeave={() => {
          hasLeft.current = true
          form.settled()
        }}
      />
      <EffectDialog
        effect={effect}
        onKeepEditing={() => setEffect(null)}
        onSave={() => {
          setEffect(null)
          void editor.save()
        }}
      />
      <ConflictDialog
        noun="schedule"
        differences={editor.differences}
        onKeepEditing={editor.keepEditing}
        onUseSaved={() => {
          editor.takeOther()
          void reloadSchedules()
        }}
        onSaveThis={editor.saveMine}
      />
      <DeletedDialog
        noun="schedule"
        deletion={editor.deletion}
        onKeepEditing={editor.keepEditing}
        onSaveAsNew={editor.saveAsNew}
        onRestore={() => void editor.restoreAndSave()}
      />
    </form>
  )
}

/** Null if the session has expired. */
async function previewOf(id: string, draft: ScheduleDraft): Promise<ScheduleEffect | 'unknown' | null> {
  try {
    return await api.previewSchedule({ params: { id }, body: inputFrom(draft) })
  } catch (error) {
    return error instanceof SessionExpired ? null : 'unknown'
  }
}
