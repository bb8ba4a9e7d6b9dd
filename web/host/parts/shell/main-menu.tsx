import { Link, useLocation } from '@tanstack/react-router'
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
import { paths } from '../../../../contract/pages/pages.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'

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

const line =
  'flex h-9 items-center gap-3 rounded-md px-2.5 font-medium whitespace-nowrap pointer-coarse:h-11 [&_svg]:size-4.5 [&_svg]:shrink-0'

interface MainMenuProps {
  /** Icons only, with the names in tooltips. */
  isCollapsed: boolean
  onNavigate?: () => void
}

/** The entry of a page, or else the one that its editor belongs to. */
export const entryOf = (path: string) =>
  menuEntries.find(({ to }) => path === to) ?? menuEntries.find(({ to }) => path.startsWith(`${to}/`))

export function MainMenu({ isCollapsed, onNavigate }: MainMenuProps) {
  const current = useLocation({ select: ({ pathname }) => entryOf(pathname)?.to })
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {menuEntries.map(({ label, icon: Icon, to }) => (
          <li key={label}>
            <Tooltip text={label} placement="right" isDisabled={!isCollapsed}>
              <Link
                to={to}
                activeOptions={{ exact: to !== current, includeSearch: false }}
                className={line}
                activeProps={{ className: 'bg-tint text-on-tint' }}
                inactiveProps={{ className: 'text-muted hover:bg-sunken hover:text-ink' }}
                onClick={onNavigate}
              >
                <Icon aria-hidden="true" />
                <span className={isCollapsed ? 'sr-only' : ''}>{label}</span>
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
