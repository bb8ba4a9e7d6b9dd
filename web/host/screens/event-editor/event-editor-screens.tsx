import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Event } from '../../../../contract/events/event.schema.ts'
import { eventDefaults } from '../../../../contract/events/event-options.ts'
import { eventStart } from '../../../../contract/account/settings-options.ts'
import { eventQuery } from '../../data/event-calls.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { useDraftKey } from '../../parts/drafts/use-draft.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { getKnownDeviceZone } from '../../data/format-time-zone.ts'
import { NotLoaded } from '../../parts/editor/not-loaded.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { copyOf } from './copied-event.ts'
import { draftFrom, newDraft } from './draft-mapping.ts'
import { EventForm } from './event-form.tsx'

const createRoute = getRouteApi('/shell/events/create')
const editRoute = getRouteApi('/shell/events/edit/$eventId')

export function CreateEventScreen() {
  usePageTitle(pages.createEvent.title)
  const { copy } = createRoute.useSearch()
  return copy === undefined ? <NewEvent /> : <CopiedEvent key={copy} id={copy} />
}

function CopiedEvent({ id }: { id: string }) {
  const storageKey = useDraftKey('event', `copy-${id}`)
  const query = useQuery(eventQuery(id))
  if (query.data === undefined) return <NoEvent title="Create Event" query={query} />
  return (
    <EventForm saved={{ draft: copyOf(query.data), version: null }} eventId={null} storageKey={storageKey} />
  )
}

function NewEvent() {
  const storageKey = useDraftKey('event', null)
  const { data: settings, isFetchedAfterMount } = useQuery(settingsQuery)
  // Not while they are pending: the form asks for them again, and would disappear.
  if (settings === undefined && !isFetchedAfterMount)
    return <FormSkeleton title="Create Event">Loading...</FormSkeleton>
  const device = getKnownDeviceZone() ?? eventDefaults.timezone
  // If the host's defaults can't be loaded, the product's are used.
  const start = settings ? eventStart(settings, device) : { ...eventDefaults, timezone: device }
  const draft = newDraft(start)
  return <EventForm saved={{ draft, version: null }} eventId={null} storageKey={storageKey} />
}

export function EditEventScreen() {
  usePageTitle(pages.editEvent.title)
  const { eventId } = editRoute.useParams()
  const storageKey = useDraftKey('event', eventId)
  const query = useQuery(eventQuery(eventId))
  const { data: event } = query
  if (event === undefined) return <NoEvent title="Edit Event" query={query} />
  return (
    <EventForm
      key={eventId}
      saved={{ draft: draftFrom(event), version: event.version }}
      eventId={eventId}
      labelIds={event.labelIds}
      storageKey={storageKey}
    />
  )
}

interface NoEventProps {
  title: string
  query: Pick<UseQueryResult<Event>, 'error' | 'isFetching' | 'refetch'>
}

function NoEvent({ title, query }: NoEventProps) {
  if (query.error === null) return <FormSkeleton title={title}>Loading event...</FormSkeleton>
  const back = (
    <Link to={paths.events} className={buttonClass()}>
      Back to events
    </Link>
  )
  return <NotLoaded title={title} what="event" error={query.error} query={query} back={back} />
}

function FormSkeleton({ title, children }: { title: string; children: string }) {
  return (
    <div role="status">
      <h1 className="mb-6 text-2xl font-semibold">{title}</h1>
      <span className="sr-only">{children}</span>
      <div className="grid gap-6 lg:grid-cols-[1fr_18rem]">
        <div className="grid gap-6">
          {['h-96', 'h-44', 'h-80'].map((height) => (
            <Card key={height} className="p-6">
              <Skeleton className="mb-6 h-5 w-40" />
              <Skeleton className={`w-full ${height}`} />
            </Card>
          ))}
        </div>
        <Card className="hidden p-6 lg:block">
          <Skeleton className="h-5 w-24" />
        </Card>
      </div>
    </div>
  )
}
