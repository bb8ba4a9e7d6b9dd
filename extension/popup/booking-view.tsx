import { BookingDetails } from '../ui/booking-details.tsx'
import { OutOfDate } from '../ui/out-of-date.tsx'
import { useCall } from '../ui/use-call.ts'
import type { HostTimeState } from '../ui/use-host-time.ts'
import { ViewHeader } from '../ui/view-header.tsx'
import { ListState } from '../ui/list-state.tsx'

interface BookingViewProps {
  id: string
  hostTime: HostTimeState
  onBack: () => void
}

export function BookingView({ id, hostTime, onBack }: BookingViewProps) {
  const { time } = hostTime
  const labels = useCall('listLabels', {})
  const { data, error, isLoading, reload } = useCall('getBooking', { params: { id } })
  const isFailed = error !== null || hostTime.isFailed
  return (
    <>
      <ViewHeader title="Booking" onBack={onBack} />
      {data && time && isFailed && <OutOfDate className="border-b border-line px-4 py-2.5" />}
      <div className="min-h-40 flex-1 overflow-y-auto overscroll-contain">
        {data && time ? (
          <div className="p-4">
            <BookingDetails
              booking={data}
              isCurrent={!isLoading}
              labels={labels}
              time={time}
              onSaved={reload}
            />
          </div>
        ) : (
          <ListState
            isFailed={isFailed}
            isLoading={isLoading || hostTime.isLoading}
            failedText="We couldn’t load this booking. Try again."
            onRetry={() => {
              void hostTime.reload()
              void reload()
            }}
          />
        )}
      </div>
    </>
  )
}
