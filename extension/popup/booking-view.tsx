import { BookingDetails } from '../ui/booking-details.tsx'
import { useCall } from '../ui/use-call.ts'
import type { HostTime } from '../ui/use-host-time.ts'
import { ViewHeader } from '../ui/view-header.tsx'
import { ListState } from './list-state.tsx'

interface BookingViewProps {
  id: string
  time: HostTime | null
  onBack: () => void
}

export function BookingView({ id, time, onBack }: BookingViewProps) {
  const labels = useCall('listLabels', {})
  const { data, error, isLoading, reload } = useCall('getBooking', { params: { id } })
  return (
    <>
      <ViewHeader title="Booking" onBack={onBack} />
      <div className="min-h-40 flex-1 overflow-y-auto overscroll-contain">
        {data && time ? (
          <div className="p-4">
            <BookingDetails booking={data} labels={labels} time={time} onSaved={reload} />
          </div>
        ) : (
          <ListState
            isFailed={error !== null}
            isLoading={isLoading || !time}
            failedText="We couldn’t load this booking. Try again."
            onRetry={() => void reload()}
          />
        )}
      </div>
    </>
  )
}
