import type { ReactNode } from 'react'
import type { LabelColor } from '../../contract/labels/label-options.ts'

export interface ShownLabel {
  id: string
  name: string
  color: LabelColor
}

export function LabelDot({ color }: { color: LabelColor }) {
  return (
    <span
      aria-hidden="true"
      className="label-dot size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: `var(--label-${color})` }}
    />
  )
}

export function LabelChip({ label: { name, color } }: { label: Pick<ShownLabel, 'name' | 'color'> }) {
  return (
    <span
      title={name}
      className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2 text-xs font-medium text-ink"
    >
      <LabelDot color={color} />
      <bdi className="truncate">{name}</bdi>
    </span>
  )
}

interface LabelChipsProps {
  labels: readonly ShownLabel[]
  className?: string
  /** In a line with other things, instead of a line of its own. */
  isInline?: boolean
}

/** Nothing if there are no labels. */
export function LabelChips({ labels, className = '', isInline = false }: LabelChipsProps) {
  if (labels.length === 0) return null
  return (
    <ul aria-label="Labels" className={isInline ? 'contents' : `flex min-w-0 flex-wrap gap-1.5 ${className}`}>
      {labels.map((label) => (
        <li key={label.id} className="flex max-w-full min-w-0">
          <LabelChip label={label} />
        </li>
      ))}
    </ul>
  )
}

/** A button as small as the chips beside it, but large enough for fingers. */
export const labelButtonClass =
  'group inline-flex shrink-0 items-center justify-center pointer-coarse:min-h-11 pointer-coarse:min-w-11'

/** What is visible of that button. */
export const LabelButtonFace = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex h-6 items-center gap-1 rounded-md border border-dashed border-line-strong px-2 text-xs font-medium text-muted group-hover:bg-sunken group-hover:text-ink [&_svg]:size-3.5">
    {children}
  </span>
)
