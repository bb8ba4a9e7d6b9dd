interface LogoMarkProps {
  className?: string
}

/**
 * A clock that goes boom: its ring breaks open at one o'clock and three beats fly out. The hands form a check mark.
 */
export function LogoMark({ className = 'size-8' }: LogoMarkProps) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path
        d="M16.6 5.03A12 12 0 1 0 27.9 15.2"
        stroke="var(--brand)"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
      <path
        d="m10.6 17 4.1 4.1 6.2-7.4"
        stroke="var(--brand)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="m22 9.6 1.7-5.2M24.3 11.2l3.6-3.4M25.6 13l4.6-.5"
        stroke="var(--spark)"
        strokeWidth="2.7"
        strokeLinecap="round"
      />
    </svg>
  )
}

interface LogoProps {
  name: string
  credit?: string
}

/** In a narrow place that may shrink it, its text wraps out of view. */
export function Logo({ name, credit }: LogoProps) {
  return (
    <span className="flex max-h-9 flex-wrap items-center gap-2.5 overflow-hidden">
      <LogoMark className="size-8 max-w-full shrink-0" />
      <span className="flex flex-col">
        <span className="text-lg leading-5 font-bold tracking-[-0.03em] text-ink">{name}</span>
        {credit && <span className="text-xs leading-4 text-muted">{credit}</span>}
      </span>
    </span>
  )
}
