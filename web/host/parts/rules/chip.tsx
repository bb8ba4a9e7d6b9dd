import type { ReactNode } from 'react'

interface ChipProps {
  isOn: boolean
  isDisabled?: boolean
  onChange: () => void
  children: ReactNode
}

/** One of several values that can be on together. */
export function Chip({ isOn, isDisabled = false, onChange, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onChange}
      className="flex h-8 min-w-12 items-center justify-center gap-1 rounded-full border border-line px-3 text-sm text-muted tabular-nums hover:border-line-strong hover:text-ink disabled:opacity-50 aria-pressed:border-transparent aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-on-tint pointer-coarse:h-11 forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
    >
      {children}
    </button>
  )
}
