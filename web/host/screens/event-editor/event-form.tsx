import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Event, EventInput } from '../../../../contract/events/event.schema.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { copyLink, publicLink } from '../../parts/booking-link.ts'
import { api, SessionExpired, wordsOf } from '../../data/api.ts'
import { reloadEvents } from '../../data/event-calls.ts'
import { createLabeled, knownLabels, labelEvents } from '../../data/label-calls.ts'
import { changedLabels } from '../../data/label-list.ts'
import { LabelsCard } from '../../parts/labels/labels-card.tsx'
import { LeaveGuard } from '../../parts/editor/leave-guard.tsx'
import { paths } from '../../../../contract/pages/pages.ts'
import { EditorFields, focusSubmitter } from '../../parts/editor/editor-fields.tsx'
import { EditorNotices } from '../../parts/editor/editor-notices.tsx'
import { useEditor } from '../../parts/editor/use-editor.ts'
import { UNFINISHED_DATES } from '../../parts/hours/override-form.tsx'
import { toasts } from '../../data/toasts.ts'
import { knownZone } from '../../data/format-time-zone.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { Button } from '../../../ui/button.tsx'
import { ConflictDialog } from '../../parts/editor/conflict-dialog.tsx'
import { DeletedDialog } from '../../parts/editor/deleted-dialog.tsx'
import { useLeave } from '../../parts/editor/use-leave.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DetailsSection } from './details-section.tsx'
import { differencesOf, mergeDrafts } from './edit-conflict.ts'
import type { EventDraft } from './event-draft.ts'
import { draftFrom, inputFrom } from './draft-mapping.ts'
import { draftErrors, type DraftErrors, errorsFromServer } from './event-errors.ts'
import { BookingFieldsSection, PostBookingFieldsSection } from './fields-sections.tsx'
import { MoreRulesSection } from './more-rules/more-rules-section.tsx'
import { BookingPeriodSection, EventPeriodSection } from './period-sections.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import { summaryOf } from './summary.ts'
import { copiesOf } from './used-collections.ts'
import { useCalendar } from './use-calendar.ts'
import { type SavedEvent, useEventForm } from './use-event-form.ts'
import { useSchedule } from './use-schedule.ts'
import { useShareProblems } from './use-share-problems.ts'
import { WeeklySection } from './weekly-section.tsx'

interface EventFormProps {
  saved: SavedEvent
  /** Null for a new event. */
  eventId: string | null
  /** An existing event's labels. */
  labelIds?: readonly string[]
  storageKey: string
}

export function EventForm({ saved, eventId, labelIds, storageKey }: EventFormProps) {
  const router = useRouter()
  const form = useEventForm(saved, storageKey)
  const { draft, change } = form
  const { isArchived } = draft
  const { timeFormat } = useHostTime()
  const calendar = useCalendar(draft.calendarId)
  const hours = useSchedule(draft.scheduleId)
  const [isEditingDates, setIsEditingDates] = useState(false)
  const [durationProblem, setDurationProblem] = useState<string | null>(null)
  const [isArchiving, setIsArchiving] = useState(false)
  /** Whether to ask before archiving discards unsaved changes. */
  const [isAsked, setIsAsked] = useState(false)
  const [shared, setShared] = useState<Event | null>(null)
  const problemsOf = useShareProblems()

  const toEvents = useLeave(paths.events)

  const editor = useEditor<EventDraft, EventInput, Event>({
    form,
    validate(next) {
      form.submitted()
      return !isEditingDates && durationProblem === null && Object.keys(draftErrors(next)).length === 0
    },
    inputFrom(edited, asked) {
      const next = { ...edited, labels: knownLabels(edited.labels, asked?.labelIds) }
      if (next.calendarId !== draft.calendarId) return inputFrom(next, next.calendarId)
      // If a retry named a default calendar that has loaded since, it would be a different request and create a second
      // event. Null leaves the default to the server.
      const repeated = asked && inputFrom(next, asked.calendarId ?? null)
      const isRepeated = next.calendarId === null && JSON.stringify(repeated) === JSON.stringify(asked)
      return repeated && isRepeated ? repeated : inputFrom(next, calendar.calendarId)
    },
    savedInputFrom: (current) => inputFrom(current, current.calendarId),
    create: (body, idempotencyKey) => createLabeled(() => api.createEvent({ body, idempotencyKey })),
    existing:
      eventId === null
        ? null
        : {
            update: (body) => api.updateEvent({ params: { id: eventId }, body }),
            load: () => api.getEvent({ params: { id: eventId } }),
            restore: () => api.updateEvent({ params: { id: eventId }, body: { isDeleted: false } }),
          },
    copyOf: (current) => ({
      ...current,
      collections: copiesOf(current.collections),
      labels: [...(labelIds ?? [])],
    }),
    savedFrom: (event) => ({ draft: draftFrom(event), version: event.version }),
    merge: mergeDrafts,
    differencesOf: (base, mine, theirs) => differencesOf(base, mine, theirs, timeFormat),
    async onSaved(event, isNew) {
      form.settled()
      void reloadEvents()
      if (isNew) {
        toasts.eventCreated()
        setShared(event)
      } else {
        const copy = event.rules.linksOnly ? null : () => void copyLink(publicLink(event))
        toasts.eventUpdated(copy, problemsOf(event).blocking)
        await toEvents()
      }
    },
    onRefused(error, sent) {
      toasts.eventNotSaved()
      return refusalOf(error, sent, form.refused)
    },
  })

  const shown: DraftErrors = {
    ...form.shown,
    ...(isEditingDates && editor.problems !== null && { 'rules.overrides': UNFINISHED_DATES }),
    ...(durationProblem !== null && editor.problems !== null && { 'rules.durations': durationProblem }),
  }
  const isDirty = form.isDirty || isEditingDates || durationProblem !== null
  const isBusy = editor.isSaving || isArchiving

  async function archive(id: string) {
    const next = !isArchived
    setIsAsked(false)
    setIsArchiving(true)
    try {
      await api.updateEvent({ params: { id }, body: { isArchived: next } })
      form.settled()
      if (next) toasts.eventArchived()
      else toasts.eventUnarchived()
      void reloadEvents()
      await toEvents()
    } catch (error) {
      if (error instanceof SessionExpired) return
      if (next) toasts.editedEventNotArchived(wordsOf(error))
      else toasts.eventNotUnarchived(wordsOf(error))
    } finally {
      setIsArchiving(false)
    }
  }

  function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    focusSubmitter(submit)
    void editor.save()
  }

  return (
    <form noValidate onSubmit={onSubmit} aria-label={eventId === null ? 'Create event' : 'Edit event'}>
      <PageHeader
        title={eventId === null ? 'Create Event' : 'Edit Event'}
        description={
          eventId === null
            ? 'Choose what people can book and when. You’ll get a link as soon as you save.'
            : form.base.draft.title
        }
      />
      <EditorNotices
        wasRestored={form.wasRestored}
        onDiscard={form.discard}
        isBusy={isBusy}
        problems={editor.problems}
        summary={editor.summary}
        title="We couldn’t save the event"
        items={summaryOf(shown, draft)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_21rem]">
        <EditorFields isBusy={isBusy} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <DetailsSection draft={draft} errors={shown} change={change} calendar={calendar} />
          <EventPeriodSection draft={draft} errors={shown} change={change} />
          <BookingPeriodSection draft={draft} errors={shown} change={change} />
          <WeeklySection draft={draft} errors={shown} change={change} choice={hours} />
          <MoreRulesSection
            draft={draft}
            errors={shown}
            change={change}
            hoursZone={knownZone(hours.schedule?.timezone ?? draft.timezone)}
            isEditingDates={isEditingDates}
            onEditingDates={setIsEditingDates}
            durationProblem={durationProblem}
            onDurationProblem={setDurationProblem}
          />
          <BookingFieldsSection draft={draft} errors={shown} change={change} />
          <PostBookingFieldsSection draft={draft} errors={shown} change={change} />
        </EditorFields>
        <SidePanel
          event={{ eventId, draft, calendarId: calendar.calendarId }}
          change={change}
          isBusy={isBusy}
          labels={
            <LabelsCard
              name={draft.title || 'this event'}
              labelIds={labelIds ?? draft.labels}
              isNew={eventId === null}
              className="lg:order-3"
              onChange={(labels) =>
                eventId === null
                  ? change({ labels: changedLabels(draft.labels, labels) })
                  : void labelEvents([eventId], labels)
              }
            />
          }
          buttons={
            <>
              <Button type="submit" variant="primary" isBusy={editor.isSaving}>
                {editor.isSaving ? 'Saving...' : eventId === null ? 'Create Event' : 'Update Event'}
              </Button>
              <Button variant="quiet" onClick={() => void router.navigate({ to: paths.events })}>
                Cancel
              </Button>
            </>
          }
        >
          {eventId !== null && (
            <Button isBusy={isArchiving} onClick={() => (isDirty ? setIsAsked(true) : void archive(eventId))}>
              {isArchived ? 'Unarchive Event' : 'Archive Event'}
            </Button>
          )}
        </SidePanel>
      </div>
      <LeaveGuard isDirty={isDirty} onLeave={form.settled} />
      <Dialog
        role="alertdialog"
        title={isArchived ? 'Unarchive without saving?' : 'Archive without saving?'}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        actions={
          <>
            <Button onClick={() => setIsAsked(false)}>Keep editing</Button>
            <Button variant="danger" onClick={() => eventId !== null && void archive(eventId)}>
              {isArchived ? 'Unarchive' : 'Archive'}
            </Button>
          </>
        }
      >
        <p className="text-muted">You’ll lose your unsaved changes. Save first to keep them.</p>
      </Dialog>
      <ConflictDialog
        noun="event"
        differences={editor.differences}
        onKeepEditing={editor.keepEditing}
        onUseSaved={() => {
          editor.takeOther()
          void reloadEvents()
        }}
        onSaveThis={editor.saveMine}
      />
      <DeletedDialog
        noun="event"
        deletion={editor.deletion}
        onKeepEditing={editor.keepEditing}
        onSaveAsNew={editor.saveAsNew}
        onRestore={() => void editor.restoreAndSave()}
      />
      <ShareDialog
        event={shared}
        onClose={() => void toEvents()}
        onEdit={({ id }) => void router.navigate({ to: paths.editEvent, params: { eventId: id } })}
      />
    </form>
  )
}

function refusalOf(error: unknown, draft: EventDraft, placeErrors: (errors: DraftErrors) => void): string[] {
  if (!(error instanceof CallFailed)) return [String(error)]
  const { errors, rest } = errorsFromServer(error.fields)
  // Only the path tells which collection it is.
  const [path = ''] = Object.keys(error.fields)
  const named = draft.collections[Number(/^customFieldsCollections\.(\d+)/.exec(path)?.[1])]
  if (named && errors.collections) errors.collections = `${named.name}: ${errors.collections}`
  placeErrors(errors)
  return Object.keys(errors).length + rest.length === 0 ? [error.message] : rest
}
