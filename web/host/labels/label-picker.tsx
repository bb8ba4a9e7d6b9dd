import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { LabelButtonFace, labelButtonClass } from '../../ui/label-chip.tsx'
import { Popover } from '../../ui/popover.tsx'
import { lazyLoad } from '../lazy-load.ts'
import type { LabelStates } from './label-list.ts'
import { PickerContent } from './picker-content.tsx'

/** Apart, because most visits never open it and it brings the code for dragging. */
const ManageDialog = lazy(lazyLoad(() => import('./manage-dialog.tsx')))

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
      {isManaging && (
        <Suspense>
          <ManageDialog orElse={button} onClose={() => setIsManaging(false)} />
        </Suspense>
      )}
    </>
  )
}
