import { useQuery } from '@tanstack/react-query'
import { sharedEventsQuery } from '../../data/event-share-calls.ts'
import { Segments } from '../../../ui/segments.tsx'

interface OwnerSwitchProps {
  /** `events` or `bookings`. */
  what: string
  isShared: boolean
  onChange: (isShared: boolean) => void
}

/** Chooses between the host's own events or bookings and those shared with them. Hidden while nothing is shared. */
export function OwnerSwitch({ what, isShared, onChange }: OwnerSwitchProps) {
  const { data: shared = [] } = useQuery(sharedEventsQuery)
  if (!isShared && shared.length === 0) return null
  return (
    <Segments
      label={`Whose ${what}`}
      className="mb-4 max-sm:w-full max-sm:*:flex-1 max-sm:*:justify-center"
      choices={[
        { value: 'own', label: `My ${what}` },
        { value: 'shared', label: 'Shared with me' },
      ]}
      value={isShared ? 'shared' : 'own'}
      onChange={(value) => onChange(value === 'shared')}
    />
  )
}
