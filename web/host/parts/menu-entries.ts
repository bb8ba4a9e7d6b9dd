import {
  CalendarCheck2,
  CalendarDays,
  CalendarPlus,
  CalendarRange,
  ChartNoAxesColumn,
  Clock,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '../../../contract/pages/pages.ts'

interface Entry {
  label: string
  icon: LucideIcon
  to: string
}

export const menuEntries: readonly Entry[] = [
  { label: 'Dashboard', icon: LayoutDashboard, to: paths.dashboard },
  { label: 'Create Event', icon: CalendarPlus, to: paths.createEvent },
  { label: 'Events', icon: CalendarRange, to: paths.events },
  { label: 'Bookings', icon: CalendarCheck2, to: paths.bookings },
  { label: 'Custom Fields', icon: ListTree, to: paths.customFields },
  { label: 'Calendar', icon: CalendarDays, to: paths.calendar },
  { label: 'Analytics', icon: ChartNoAxesColumn, to: paths.analytics },
  { label: 'Availability', icon: Clock, to: paths.availability },
]

/** The entry of a page, or else the one that its editor belongs to. */
export const entryOf = (path: string) =>
  menuEntries.find(({ to }) => path === to) ?? menuEntries.find(({ to }) => path.startsWith(`${to}/`))
