import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ClockAlert } from 'lucide-react'
import { paths } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { zoneChangesQuery } from '../../data/zone-change-calls.ts'
import { Banner } from './banner.tsx'

/** Leads to the bookings that need the host's decision after a rule change. */
export function ZoneChangesBanner() {
  const { data: changes } = useQuery(zoneChangesQuery)
  const { pathname } = useLocation()
  if (!changes || changes.length === 0 || pathname === paths.zoneChanges) return null
  const isOne = changes.length === 1
  return (
    <Banner
      icon={<ClockAlert aria-hidden="true" />}
      title={
        isOne ? 'A time zone change affects 1 booking' : `Time zone changes affect ${changes.length} bookings`
      }
      action={
        <Link to={paths.zoneChanges} className={buttonClass({ size: 'sm' })}>
          {isOne ? 'Review booking' : 'Review bookings'}
        </Link>
      }
    >
      {isOne ? 'Its local time isn’t' : 'Their local times aren’t'} what was agreed anymore. Nothing moves
      until you decide.
    </Banner>
  )
}
