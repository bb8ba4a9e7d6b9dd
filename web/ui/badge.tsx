import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  brand: 'bg-tint text-on-tint',
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  danger: 'bg-danger-tint text-danger',
}

interface BadgeProps {
  tone?: Tone
  /** A dot before the text, for states that change automatically. */
  hasDot?: boolean
  children: ReactNode
}

export function Badge({ tone = 'neutral', hasDot = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium forced-colors:border ${tones[tone]}`}
    >
      {hasDot && (
        <span aria-hidden="true" className="size-1.5 rounded-full bg-current forced-colors:bg-[CanvasText]" />
      )}
      {children}
    </span>
  )
}
