import type { ReactNode, Ref } from 'react'
import { Button as TriggerButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as PopoverBox } from 'react-aria-components/Popover'

interface PopoverProps {
  /** The name of the trigger and of the popover. */
  label: string
  trigger: ReactNode
  triggerClassName: string
  triggerRef?: Ref<HTMLButtonElement>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/**
 * A button with controls that open beside it. Traps the focus while open and restores it when closed; Escape closes.
 */
export function Popover(props: PopoverProps) {
  const { label, trigger, triggerClassName, triggerRef, isOpen, onOpenChange, children } = props
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <TriggerButton {...(triggerRef && { ref: triggerRef })} aria-label={label} className={triggerClassName}>
        {trigger}
      </TriggerButton>
      <PopoverBox
        aria-label={label}
        placement="bottom start"
        offset={6}
        className="z-50 flex w-72 flex-col outline-none max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-raised shadow-lg transition data-entering:-translate-y-1 data-entering:opacity-0 data-exiting:opacity-0"
      >
        {children}
      </PopoverBox>
    </DialogTrigger>
  )
}
