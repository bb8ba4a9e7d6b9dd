import { type ReactNode, useRef, useState } from 'react'
import { LabelButtonFace, labelButtonClass } from '../../../ui/label-chip.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { ManageDialog } from '../lazy-dialogs.tsx'
import type { LabelStates } from '../../data/label-list.ts'
import { PickerContent } from './picker-content.tsx'

interface LabelPickerProps {
  /** What is picked, for screen readers: `Labels of Tea`. */
  label: string
  trigger: ReactNode
  /** Without one, the trigger is a chip. */
  triggerClassName?: string
  className?: string
  chosen: LabelStates
  onToggle: (id: string, isOn: boolean) => void
  /** Filters only choose among the labels that exist. */
  isFilter?: boolean
}

/** A button that opens a list of all labels to choose from. */
export function LabelPicker(props: LabelPickerProps) {
  const { label, trigger, triggerClassName, className = '', chosen, onToggle, isFilter = false } = props
  const [isOpen, setIsOpen] = useState(false)
  const [isManaging, setIsManaging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Popover
        label={label}
        trigger={triggerClassName === undefined ? <LabelButtonFace>{trigger}</LabelButtonFace> : trigger}
        triggerClassName={triggerClassName ?? `${labelButtonClass} ${className}`}
        triggerRef={button}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <PickerContent
          chosen={chosen}
          onToggle={onToggle}
          isFilter={isFilter}
          onManage={() => {
            setIsOpen(false)
            setIsManaging(true)
          }}
        />
      </Popover>
      {isManaging && <ManageDialog orElse={button} onClose={() => setIsManaging(false)} />}
    </>
  )
}
