import type { FocusEvent, ReactNode, RefObject } from 'react'
import { Menu as MenuList, Popover } from 'react-aria-components/Menu'
import { popoverClass } from './menu.tsx'

interface MenuAtProps {
  label: string
  /** It opens beside this. */
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
  /** Above the items, but not one of them. */
  header: ReactNode
  children: ReactNode
}

/** If a key or a screen reader opened it, React Aria focuses the menu itself, where Enter chooses nothing. */
const focusFirst = ({ target }: FocusEvent) => {
  if (target.role === 'menu') target.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
}

/** A menu without a button of its own. */
export function MenuAt({ label, anchor, isOpen, onClose, header, children }: MenuAtProps) {
  return (
    <Popover
      // Without a button, the menu is in a dialog.
      aria-label={label}
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement="bottom start"
      offset={6}
      className={`${popoverClass} max-w-[min(20rem,100vw-1.5rem)]`}
    >
      {header}
      <div role="presentation" onFocus={focusFirst}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Arrow keys work once a menu is open. */}
        <MenuList aria-label={label} autoFocus="first" onClose={onClose} className="p-1 outline-none">
          {children}
        </MenuList>
      </div>
    </Popover>
  )
}
