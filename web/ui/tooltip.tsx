import type { ComponentProps } from 'react'
import { Focusable, Tooltip as TooltipPopup, TooltipTrigger } from 'react-aria-components/Tooltip'

interface TooltipProps {
  text: string
  placement?: 'top' | 'right' | 'bottom'
  isDisabled?: boolean
  children: ComponentProps<typeof Focusable>['children']
}

export function Tooltip({ text, placement = 'top', isDisabled = false, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={700} isDisabled={isDisabled}>
      <Focusable>{children}</Focusable>
      <TooltipPopup
        placement={placement}
        offset={8}
        className="max-w-64 rounded-sm border border-transparent bg-ink px-2 py-1 text-xs text-canvas shadow-md transition-opacity data-entering:opacity-0 data-exiting:opacity-0"
      >
        {text}
      </TooltipPopup>
    </TooltipTrigger>
  )
}
