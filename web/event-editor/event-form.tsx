import { useBlocker, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, ApiError, SessionExpired } from '../api.ts'
import { reloadEvents } from '../event-calls.ts'
import { paths } from '../paths.ts'
import { toasts } from '../toasts.ts'
import { Button } from '../ui/button.tsx'
import { SectionCard } from '../ui/card.tsx'
import { ErrorSummary, type ErrorSummaryHandle } from '../ui/error-summary.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DetailsSection } from './details-section.tsx'
import { differencesOf, mergeDrafts } from './edit-conflict.ts'
import { draftFrom, type EventDraft, inputFrom } from './event-draft.ts'
import { draftErrors, type DraftErrors, errorsFromServer } from './event-errors.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { BookingPeriodSection, EventPeriodSection } from './period-sections.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import { summaryOf } from './summary.ts'
import { useCalendar } from './use-calendar.ts'
import { type SavedDraft, useEventForm } from './use-event-form.ts'
import { WeeklySection } from './weekly-section.tsx'

interface EventFormProps {
  saved: SavedDraft
  /** Null for a new event. */
  eventId: string | null
  storageKey: string
}

export function EventForm({ saved, eventId, storageKey }: EventFormProps) {
  const router = useRouter()
  const form = useEventForm(saved, storageKey)
  const { draft, shown, change } = form
  const calendar = useCalendar(draft.calendarId)
  const [busyWith, setBusyWith] = useState<'saving' | 'archiving' | null>(null)
  const [problems, setProblems] = useState<string[] | null>(null)
  const [conflict, setConflict] = useState<SavedDraft | null>(null)
  const [sharedLinkId, setSharedLinkId] = useState<string | null>(null)
  const summary = useRef<ErrorSummaryHandle>(null)

  const blocker = useBlocker({
    shouldBlockFn: () => form.isDirty,
    enableBeforeUnload: () => form.isDirty,
    withResolver: true,
  })

  const toEvents = () => router.navigate({ to: paths.events, ignoreBlocker: true })

  useEffect(() => {
    if (problems !== null) summary.current?.focus()
  }, [problems])

  async function save(next: EventDraft, version: number | null) {
    form.submitted()
    if (Object.keys(draftErrors(next)).length > 0) return setProblems([])
    setBusyWith('saving')
    setProblems(null)
    try {
      const body = inputFrom(
        next,
        next.calendarId === draft.calendarId ? calendar.calendarId : next.calendarId,
      )
      const event =
        eventId === null
          ? await api.createEvent({ body })
          : await api.updateEvent({
              params: { id: eventId },
              body: { ...body, ...(version !== null && { version }) },
            })
      form.settled()
      void reloadEvents()
      if (eventId === null) toasts.eventCreated()
      else toasts.eventUpdated()
      const linkId: string | undefined = event.bookingLinkId
      if (linkId) setSharedLinkId(linkId)
      else await toEvents()
    } catch (error) {
      await refused(error)
    } finally {
      setBusyWith(null)
    }
  }

  async function refused(error: unknown): Promise<void> {
    if (error instanceof SessionExpired) return
    if (error instanceof ApiError && error.code === 'edit_conflict' && eventId !== null) {
      try {
        const event = await api.getEvent({ params: { id: eventId } })
        return setConflict({ draft: draftFrom(event), version: event.version })
      } catch (reason) {
        return refused(reason)
      }
    }
    toasts.eventNotSaved()
    setProblems(refusalOf(error, form.refused))
  }

  function takeTheirs(current: SavedDraft) {
    form.startFrom(current, current.draft)
    setConflict(null)
  }

  function saveMine(current: SavedDraft) {
    const merged = mergeDrafts(form.base.draft, draft, current.draft)
    form.startFrom(current, merged)
    setConflict(null)
    void save(merged, current.version)
  }

  async function archive(id: string) {
    setBusyWith('archiving')
    try {
      await api.updateEvent({ params: { id }, body: { isArchived: true } })
      form.settled()
      toasts.eventArchived()
      void reloadEvents()
      await toEvents()
    } catch (error) {
      if (!(error instanceof SessionExpired)) toasts.editedEventNotArchived()
    } finally {
      setBusyWith(null)
    }
  }

  function onSubmit(submit: FormEvent) {
    submit.preventDefault()
    void save(draft, form.base.version)
  }

  const items = [...summaryOf(shown, draft), ...(problems ?? []).map((message) => ({ message }))]
  return (
    <form noValidate onSubmit={onSubmit} aria-label={eventId === null ? 'Create event' : 'Edit event'}>
      <PageHeader
        title={eventId === null ? 'Create Event' : 'Edit Event'}
        description={
          eventId === null
            ? 'Say what people can book and when. The link is ready once you save.'
            : form.base.draft.title
        }
      />
      {form.wasRestored && (
        <div
          role="status"
          className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-tint px-4 py-3 text-on-tint"
        >
          <p>Your unsaved changes are back.</p>
          <Button size="sm" onClick={form.discard}>
            Discard them
          </Button>
        </div>
      )}
      {problems !== null && items.length > 0 && (
        <div className="mb-6">
          <ErrorSummary ref={summary} title="The event is not saved yet" items={items} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <DetailsSection draft={draft} errors={shown} change={change} calendar={calendar} />
          <EventPeriodSection draft={draft} errors={shown} change={change} />
          <BookingPeriodSection draft={draft} errors={shown} change={change} />
          <WeeklySection draft={draft} errors={shown} change={change} />
          <CustomFieldsSection title="Booking Custom Fields" description="Asked when somebody books." />
          <CustomFieldsSection
            title="Post Booking Custom Fields"
            description="Filled in by you after the meeting. Invitees never see them."
          />
        </div>
        <SidePanel draft={draft} change={change}>
          <Button type="submit" variant="primary" isBusy={busyWith === 'saving'}>
            {busyWith === 'saving' ? 'Saving...' : eventId === null ? 'Create Event' : 'Update Event'}
          </Button>
          {eventId !== null && (
            <Button isBusy={busyWith === 'archiving'} onClick={() => void archive(eventId)}>
              Archive Event
            </Button>
          )}
          <Button variant="quiet" onClick={() => void router.navigate({ to: paths.events })}>
            Cancel
          </Button>
        </SidePanel>
      </div>
      <LeaveDialog
        isOpen={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => {
          form.settled()
          blocker.proceed?.()
        }}
      />
      <ConflictDialog
        differences={conflict && differencesOf(form.base.draft, draft, conflict.draft)}
        onKeepEditing={() => setConflict(null)}
        onUseTheirs={() => conflict && takeTheirs(conflict)}
        onSaveMine={() => conflict && saveMine(conflict)}
      />
      <ShareDialog bookingLinkId={sharedLinkId} onClose={() => void toEvents()} />
    </form>
  )
}

function refusalOf(error: unknown, placeErrors: (errors: DraftErrors) => void): string[] {
  if (!(error instanceof ApiError)) return [String(error)]
  const { errors, rest } = errorsFromServer(error.fields)
  placeErrors(errors)
  return Object.keys(errors).length + rest.length === 0 ? [error.message] : rest
}

function CustomFieldsSection({ title, description }: { title: string; description: string }) {
  return (
    <SectionCard title={title} description={description}>
      <p className="rounded-md border border-dashed border-line px-4 py-6 text-center text-muted">
        No custom fields added yet
      </p>
    </SectionCard>
  )
}
