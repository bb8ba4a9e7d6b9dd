import { Link, useLocation } from '@tanstack/react-router'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { entryOf, menuEntries } from '../menu-entries.ts'

const line =
  'flex h-9 items-center gap-3 rounded-md px-2.5 font-medium whitespace-nowrap pointer-coarse:h-11 [&_svg]:size-4.5 [&_svg]:shrink-0'

interface MainMenuProps {
  /** Icons only, with the names in tooltips. */
  isCollapsed: boolean
  onNavigate?: () => void
}

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
