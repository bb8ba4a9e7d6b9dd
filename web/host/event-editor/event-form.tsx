import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Event, EventInput } from '../../../contract/event.ts'
import { CallFailed } from '../../../contract/client.ts'
import { api, SessionExpired } from '../data/api.ts'
import { reloadEvents } from '../data/event-calls.ts'
import { LeaveGuard } from '../drafts/leave-guard.tsx'
import { paths } from '../../../contract/pages.ts'
import { isSameInput } from '../drafts/same-input.ts'
import { toasts } from '../toasts.ts'
import { useAttemptKey } from '../../data/use-attempt-key.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary, type ErrorSummaryHandle } from '../../ui/error-summary.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RestoredNotice } from '../../ui/restored-notice.tsx'
import { DetailsSection } from './details-section.tsx'
import { differencesOf, mergeDrafts } from './edit-conflict.ts'
import { draftFrom, type EventDraft, inputFrom } from './event-draft.ts'
import { draftErrors, type DraftErrors, errorsFromServer } from './event-errors.ts'
import { BookingFieldsSection, PostBookingFieldsSection } from './fields-sections.tsx'
import { BookingPeriodSection, EventPeriodSection } from './period-sections.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import { summaryOf } from './summary.ts'
import { useCalendar } from './use-calendar.ts'
import { type SavedEvent, useEventForm } from './use-event-form.ts'
import { WeeklySection } from './weekly-section.tsx'

interface EventFormProps {
  saved: SavedEvent
  /** Null for a new event. */
  eventId: string | null
  storageKey: string
}

export function EventForm({ saved, eventId, storageKey }: EventFormProps) {
  const router = useRouter()
  const form = useEventForm(saved, storageKey)
  const { draft, shown, change } = form
  const { isArchived } = draft
  const { timeFormat } = useHostTime()
  const calendar = useCalendar(draft.calendarId)
  const [busyWith, setBusyWith] = useState<'saving' | 'archiving' | null>(null)
  const [problems, setProblems] = useState<string[] | null>(null)
  const [conflict, setConflict] = useState<SavedEvent | null>(null)
  /** Whether to give up what is unsaved for archiving the event. */
  const [isAsked, setIsAsked] = useState(false)
  const [sharedLinkId, setSharedLinkId] = useState<string | null>(null)
  const summary = useRef<ErrorSummaryHandle>(null)
  const attemptKey = useAttemptKey()

  const toEvents = () => router.navigate({ to: paths.events, ignoreBlocker: true })

  useEffect(() => {
    if (problems !== null) summary.current?.focus()
  }, [problems])

  async function save(next: EventDraft, version: number | null) {
    form.submitted()
    if (Object.keys(draftErrors(next)).length > 0) return setProblems([])
    setBusyWith('saving')
    setProblems(null)
    // A new event for which none is chosen leaves the main one to the server: a retry that named it, now that calendars are
    // known, would not be the same request again, and would make a second event.
    const isShown = eventId !== null && next.calendarId === draft.calendarId
    const body = inputFrom(next, isShown ? calendar.calendarId : next.calendarId)
    try {
      const event =
        eventId === null
          ? await api.createEvent({ body, idempotencyKey: attemptKey(JSON.stringify(body)) })
          : await api.updateEvent({
              params: { id: eventId },
              body: { ...body, ...(version !== null && { version }) },
            })
      await finish(event)
    } catch (error) {
      await refused(error, body)
    } finally {
      setBusyWith(null)
    }
  }

  async function finish({ bookingLinkId }: Partial<Pick<Event, 'bookingLinkId'>>) {
    form.settled()
    void reloadEvents()
    if (eventId === null) toasts.eventCreated()
    else toasts.eventUpdated()
    if (bookingLinkId) setSharedLinkId(bookingLinkId)
    else await toEvents()
  }

  async function refused(error: unknown, body: EventInput): Promise<void> {
    if (error instanceof SessionExpired) return
    if (error instanceof CallFailed && error.code === 'edit_conflict' && eventId !== null) {
      try {
        const event = await api.getEvent({ params: { id: eventId } })
        const current = draftFrom(event)
        // It was this very change, whose answer was lost on its way.
        const isOurs = isSameInput(inputFrom(current, event.calendarId), body)
        return isOurs ? await finish(event) : setConflict({ draft: current, version: event.version })
      } catch (reason) {
        return refused(reason, body)
      }
    }
    toasts.eventNotSaved()
    setProblems(refusalOf(error, draft, form.refused))
  }

  function takeTheirs(current: SavedEvent) {
    form.startFrom(current, current.draft)
    setConflict(null)
  }

  function saveMine(current: SavedEvent) {
    const merged = mergeDrafts(form.base.draft, draft, current.draft)
    form.startFrom(current, merged)
    setConflict(null)
    void save(merged, current.version)
  }

  async function archive(id: string) {
    const next = !isArchived
    setIsAsked(false)
    setBusyWith('archiving')
    try {
      await api.updateEvent({ params: { id }, body: { isArchived: next } })
      form.settled()
      if (next) toasts.eventArchived()
      else toasts.eventUnarchived()
      void reloadEvents()
      await toEvents()
    } catch (error) {
      if (error instanceof SessionExpired) return
      if (next) toasts.editedEventNotArchived()
      else toasts.eventNotUnarchived()
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
            ? 'Choose what people can book and when. You’ll get a link as soon as you save.'
            : form.base.draft.title
        }
      />
      {form.wasRestored && <RestoredNotice onDiscard={form.discard} />}
      {problems !== null && items.length > 0 && (
        <div className="mb-6">
          <ErrorSummary ref={summary} title="We couldn’t save the event" items={items} />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <DetailsSection draft={draft} errors={shown} change={change} calendar={calendar} />
          <EventPeriodSection draft={draft} errors={shown} change={change} />
          <BookingPeriodSection draft={draft} errors={shown} change={change} />
          <WeeklySection draft={draft} errors={shown} change={change} />
          <BookingFieldsSection draft={draft} errors={shown} change={change} />
          <PostBookingFieldsSection draft={draft} errors={shown} change={change} />
        </div>
        <SidePanel draft={draft} change={change}>
          <Button type="submit" variant="primary" isBusy={busyWith === 'saving'}>
            {busyWith === 'saving' ? 'Saving...' : eventId === null ? 'Create Event' : 'Update Event'}
          </Button>
          {eventId !== null && (
            <Button
              isBusy={busyWith === 'archiving'}
              onClick={() => (form.isDirty ? setIsAsked(true) : void archive(eventId))}
            >
              {isArchived ? 'Unarchive Event' : 'Archive Event'}
            </Button>
          )}
          <Button variant="quiet" onClick={() => void router.navigate({ to: paths.events })}>
            Cancel
          </Button>
        </SidePanel>
      </div>
      <LeaveGuard isDirty={form.isDirty} onLeave={form.settled} />
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
        differences={conflict && differencesOf(form.base.draft, draft, conflict.draft, timeFormat)}
        onKeepEditing={() => setConflict(null)}
        onUseTheirs={() => conflict && takeTheirs(conflict)}
        onSaveMine={() => conflict && saveMine(conflict)}
      />
      <ShareDialog bookingLinkId={sharedLinkId} onClose={() => void toEvents()} />
    </form>
  )
}

function refusalOf(error: unknown, draft: EventDraft, placeErrors: (errors: DraftErrors) => void): string[] {
  if (!(error instanceof CallFailed)) return [String(error)]
  const { errors, rest } = errorsFromServer(error.fields)
  // Which of them it is stands in the path alone.
  const [path = ''] = Object.keys(error.fields)
  const named = draft.collections[Number(/^customFieldsCollections\.(\d+)/.exec(path)?.[1])]
  if (named && errors.collections) errors.collections = `${named.name}: ${errors.collections}`
  placeErrors(errors)
  return Object.keys(errors).length + rest.length === 0 ? [error.message] : rest
}
