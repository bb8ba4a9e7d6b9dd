import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Schedule } from '../../../../contract/schedules/schedule.schema.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { newId } from '../../../data/new-id.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { NoEventsPicture } from '../../../ui/pictures.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import {
  deleteSchedule,
  duplicateSchedule,
  holidayCountriesQuery,
  schedulesQuery,
} from '../../data/schedule-calls.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { useDraftKey } from '../../parts/drafts/use-draft.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { AllEventsCard } from './all-events-card.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ScheduleCard } from './schedule-card.tsx'

const newSchedule = (
  <Link to={paths.createSchedule} className={buttonClass({ variant: 'primary' })}>
    <Plus aria-hidden="true" />
    New schedule
  </Link>
)

export function AvailabilityScreen() {
  usePageTitle(pages.availability.title)
  const { data: settings } = useQuery(settingsQuery)
  const storageKey = useDraftKey('limits', null)
  const { data: schedules, isError, isFetching, refetch } = useQuery(schedulesQuery)
  return (
    <>
      <PageHeader
        title="Availability"
        description="Hours that your events share, and limits on all of them."
        action={schedules?.length !== 0 && newSchedule}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {schedules === undefined ? (
          <Card className="grid min-h-56 place-items-center">
            {isError ? (
              <LoadError
                title="We couldn’t load your schedules"
                isFetching={isFetching}
                onRetry={() => void refetch()}
              />
            ) : (
              <LoadingLine>Loading schedules...</LoadingLine>
            )}
          </Card>
        ) : (
          <ScheduleList schedules={schedules} />
        )}
        {settings && <AllEventsCard settings={settings} storageKey={storageKey} />}
      </div>
    </>
  )
}

function ScheduleList({ schedules }: { schedules: readonly Schedule[] }) {
  const { timeFormat } = useHostTime()
  const hasHolidays = schedules.some(({ holidays }) => holidays !== null)
  const { data: countries = [] } = useQuery({ ...holidayCountriesQuery, enabled: hasHolidays })
  const [toDelete, setToDelete] = useState<Schedule | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  if (schedules.length === 0) {
    return (
      <Card>
        <EmptyState picture={<NoEventsPicture />} title="No schedules yet" action={newSchedule}>
          Each event has hours of its own. With a schedule, several events share hours, holidays and trips.
        </EmptyState>
      </Card>
    )
  }

  async function remove(schedule: Schedule) {
    setIsDeleting(true)
    await deleteSchedule(schedule)
    setIsDeleting(false)
    setToDelete(null)
  }

  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Schedules"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none lg:grid-cols-2"
      >
        {schedules.map((schedule) => (
          <li key={schedule.id} className="grid min-w-0">
            <ScheduleCard
              schedule={schedule}
              country={
                schedule.holidays &&
                (countries.find(({ code }) => code === schedule.holidays?.country)?.name ??
                  schedule.holidays.country)
              }
              timeFormat={timeFormat}
              onDuplicate={() => void duplicateSchedule(schedule, newId())}
              onDelete={() => setToDelete(schedule)}
            />
          </li>
        ))}
      </ul>
      <DeleteDialog
        schedule={toDelete}
        isBusy={isDeleting}
        orElse={list}
        onCancel={() => setToDelete(null)}
        onDelete={(schedule) => void remove(schedule)}
      />
    </>
  )
}
