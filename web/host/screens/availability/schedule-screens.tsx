import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { eventDefaults } from '../../../../contract/events/event-options.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { eventStart } from '../../../../contract/account/settings-options.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { scheduleQuery } from '../../data/schedule-calls.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { useDraftKey } from '../../parts/drafts/use-draft.ts'
import { getKnownDeviceZone } from '../../data/format-time-zone.ts'
import { NotLoaded } from '../../parts/editor/not-loaded.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { newSchedule, savedFrom } from './schedule-draft.ts'
import { ScheduleForm } from './schedule-form.tsx'

const editRoute = getRouteApi('/shell/availability/$scheduleId')

export function CreateScheduleScreen() {
  usePageTitle(pages.createSchedule.title)
  const storageKey = useDraftKey('schedule', null)
  const { data: settings, isFetchedAfterMount } = useQuery(settingsQuery)
  // Not while they are pending: the form asks for them again, and would disappear.
  if (settings === undefined && !isFetchedAfterMount) return <FormSkeleton title="Create Schedule" />
  const device = getKnownDeviceZone() ?? eventDefaults.timezone
  const timezone = settings ? eventStart(settings, device).timezone : device
  return (
    <ScheduleForm saved={newSchedule(timezone)} scheduleId={null} eventCount={0} storageKey={storageKey} />
  )
}

export function EditScheduleScreen() {
  usePageTitle(pages.editSchedule.title)
  const { scheduleId } = editRoute.useParams()
  const storageKey = useDraftKey('schedule', scheduleId)
  const query = useQuery(scheduleQuery(scheduleId))
  const { data: schedule, error } = query
  if (schedule !== undefined) {
    return (
      <ScheduleForm
        key={scheduleId}
        saved={savedFrom(schedule)}
        scheduleId={scheduleId}
        eventCount={schedule.events.length}
        storageKey={storageKey}
      />
    )
  }
  if (error === null) return <FormSkeleton title="Edit Schedule" />
  const back = (
    <Link to={paths.availability} className={buttonClass()}>
      Back to availability
    </Link>
  )
  return <NotLoaded title="Edit Schedule" what="schedule" error={error} query={query} back={back} />
}

function FormSkeleton({ title }: { title: string }) {
  return (
    <div role="status">
      <h1 className="mb-6 text-2xl font-semibold">{title}</h1>
      <span className="sr-only">Loading...</span>
      <div className="grid gap-6">
        {['h-28', 'h-144', 'h-72'].map((height) => (
          <Card key={height} className="p-6">
            <Skeleton className="mb-6 h-5 w-40" />
            <Skeleton className={`w-full ${height}`} />
          </Card>
        ))}
      </div>
    </div>
  )
}
