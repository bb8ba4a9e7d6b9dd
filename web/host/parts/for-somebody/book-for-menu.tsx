import { UserPlus } from 'lucide-react'
import { memo } from 'react'
import { bookForPath } from '../../../../contract/pages/page-paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useBookableEvents } from './use-bookable-events.ts'

/** Opens the booking page of one of the host's events, to book for somebody. Nothing without such an event. */
export const BookForMenu = memo(function BookForMenu() {
  const bookable = useBookableEvents()
  const trigger = (
    <span aria-hidden="true" className="flex items-center gap-2 [&_svg]:size-4">
      <UserPlus />
      Book for somebody
    </span>
  )
  // It keeps its place, so that nothing moves when the events have loaded.
  if (bookable === undefined)
    return <span className={`invisible ${buttonClass({ variant: 'primary' })}`}>{trigger}</span>
  if (bookable.length === 0) return null
  return (
    <Menu
      label="Book for somebody"
      trigger={trigger}
      triggerClassName={buttonClass({ variant: 'primary' })}
      header={<p className="px-3.5 pt-3 text-xs text-muted">Choose an event. Its page opens in a new tab.</p>}
    >
      {bookable.map(({ id, title, bookingUrlId }) => (
        <MenuItem
          key={id}
          label={title}
          onAction={() => window.open(bookForPath(bookingUrlId), '_blank', 'noopener')}
        />
      ))}
    </Menu>
  )
})
