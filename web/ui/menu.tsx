import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Check } from 'lucide-react'
import {
  Menu as MenuList,
  MenuItem as Item,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components/Menu'
import { Button as TriggerButton } from 'react-aria-components/Button'

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none pointer-coarse:min-h-11 data-focused:bg-sunken wrap-anywhere [&_svg]:size-4 [&_svg]:shrink-0'

export const popoverClass =
  'z-50 min-w-[min(14rem,100vw-1.5rem)] overflow-y-auto rounded-lg border border-line bg-raised shadow-lg transition data-entering:-translate-y-1 data-entering:opacity-0 data-exiting:opacity-0'

interface MenuProps {
  /** The name of the trigger and of the menu. */
  label: string
  trigger: ReactNode
  triggerClassName: string
  /** The side of the trigger that the menu is aligned with. */
  align?: 'start' | 'end'
  /** Above the items, but not one of them. */
  header?: ReactNode
  /**
   * For a button that scrolls with the page: so does the menu. The page stays as it is, while to lock it and to make it
   * inert takes long in a big form.
   */
  isInPage?: boolean
  children: ReactNode
}

/** A popover that isn't modal closes when the page scrolls, except a submenu's. */
const likeSubmenu = {
  isNonModal: true,
  trigger: 'SubmenuTrigger',
  shouldCloseOnInteractOutside: () => false,
} as const

/** The keys choose an item; React Aria lets them scroll the page, too. */
const keepPageInPlace = (event: KeyboardEvent) => {
  if (/^(Home|End|Page)/.test(event.key)) event.preventDefault()
}

export function Menu(props: MenuProps) {
  const { label, trigger, triggerClassName, align = 'end', header, isInPage = false, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLElement>(null)
  // React Aria would keep the page from hearing of the click, which still ticks a checkbox.
  useEffect(() => {
    if (!isOpen || !isInPage) return
    const close = (event: PointerEvent) => {
      const isIn = (element: HTMLElement | null) => element?.contains(event.target as Node)
      if (isIn(popover.current)) return
      if (isIn(button.current)) {
        // The end of a tap on the button closes it; the start of a click would open it again.
        if (event.pointerType === 'touch') return
        event.stopPropagation()
      }
      setIsOpen(false)
    }
    document.addEventListener('pointerdown', close, true)
    return () => document.removeEventListener('pointerdown', close, true)
  }, [isOpen, isInPage])
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <TriggerButton ref={button} className={triggerClassName}>
        <span className="sr-only">{label}</span>
        {trigger}
      </TriggerButton>
      <Popover
        ref={popover}
        placement={`bottom ${align}`}
        offset={6}
        className={`${popoverClass} max-w-[calc(100vw-1.5rem)]`}
        {...(isInPage && likeSubmenu)}
      >
        {header}
        <div role="presentation" onKeyDown={keepPageInPlace}>
          <MenuList className="p-1 outline-none">{children}</MenuList>
        </div>
      </Popover>
    </MenuTrigger>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  label: string
  isDanger?: boolean
  onAction: () => void
}

export function MenuItem({ icon, label, isDanger = false, onAction }: MenuItemProps) {
  return (
    <Item
      textValue={label}
      onAction={onAction}
      className={`${itemClass} ${isDanger ? 'text-danger' : '[&_svg]:text-muted'}`}
    >
      {icon}
      <bdi>{label}</bdi>
    </Item>
  )
}

interface MenuChoicesProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string; icon: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A group of items with exactly one selected. */
export function MenuChoices<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: MenuChoicesProps<Value>) {
  return (
    <MenuSection
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const choice = choices.find(({ value }) => keys !== 'all' && keys.has(value))
        if (choice) onChoose(choice.value)
      }}
    >
      {choices.map(({ value, label: text, icon }) => (
        <Item key={value} id={value} textValue={text} className={`${itemClass} [&_svg]:text-muted`}>
          {icon}
          <span className="flex-1">{text}</span>
          {value === chosen && <Check aria-hidden="true" />}
        </Item>
      ))}
    </MenuSection>
  )
}

export function MenuLine() {
  return <Separator className="mx-1 my-1 h-px bg-line" />
}
