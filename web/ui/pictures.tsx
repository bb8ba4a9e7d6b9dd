import type { ReactNode } from 'react'

/**
 * Pictures that use the tokens, so that they follow the theme. They only accompany text, so they are hidden from
 * screen readers.
 */

/** The three beats of the logo. */
export const spark = { stroke: 'var(--spark)', strokeWidth: 4, strokeLinecap: 'round' } as const

/** A week in which one slot goes boom. */
export function WeekPicture({ className = 'w-full' }: { className?: string }) {
  const columns = [0, 1, 2, 3, 4]
  const slots: [column: number, top: number, height: number][] = [
    [0, 60, 44],
    [0, 150, 30],
    [1, 88, 62],
    [2, 60, 30],
    [3, 110, 40],
    [3, 166, 44],
    [4, 72, 56],
    [4, 160, 28],
  ]
  return (
    <svg viewBox="0 0 440 300" fill="none" aria-hidden="true" className={className}>
      <rect
        x="20"
        y="24"
        width="400"
        height="256"
        rx="18"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="2"
      />
      {columns.map((column) => (
        <g key={column}>
          <rect x={44 + column * 74} y="40" width="56" height="8" rx="4" fill="var(--line)" />
          <rect x={40 + column * 74} y="58" width="64" height="202" rx="8" fill="var(--sunken)" />
        </g>
      ))}
      {slots.map(([column, top, height]) => (
        <rect
          key={`${column}-${top}`}
          x={44 + column * 74}
          y={top + 6}
          width="56"
          height={height}
          rx="7"
          fill="color-mix(in oklab, var(--brand) 20%, var(--surface))"
        />
      ))}
      <rect x="186" y="136" width="68" height="62" rx="10" fill="var(--brand)" />
      <path
        d="m207 167 9 9 17-19"
        stroke="var(--on-brand)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="m262 128 12-14M268 142l18-6M250 120l4-17M178 206l-12 12M176 192l-16 3M192 210l-5 15"
        {...spark}
      />
    </svg>
  )
}

/** An empty calendar sheet with a clock in front of it. */
export function NoEventsPicture() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-28 max-w-full">
      <rect
        x="22"
        y="20"
        width="92"
        height="84"
        rx="12"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="2"
      />
      <path d="M22 42h92" stroke="var(--line)" strokeWidth="2" />
      <path d="M44 13v14M92 13v14" stroke="var(--line-strong)" strokeWidth="4" strokeLinecap="round" />
      {[0, 1, 2].flatMap((row) =>
        [0, 1, 2, 3].map((column) => (
          <rect
            key={`${row}-${column}`}
            x={34 + column * 19}
            y={52 + row * 16}
            width="12"
            height="9"
            rx="2.5"
            fill="var(--sunken)"
          />
        )),
      )}
      <circle cx="112" cy="84" r="25" fill="var(--tint)" stroke="var(--brand)" strokeWidth="4" />
      <path
        d="M112 70v15l9 6"
        stroke="var(--brand)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="m134 56 5-9M141 64l9-4M125 51l1-10" {...spark} />
    </svg>
  )
}

/** A day's page with a magnifier that finds nothing on it. */
export function NoBookingsPicture() {
  return (
    <DayPage>
      <path d="m121 93 16 16" stroke="var(--brand)" strokeWidth="6" strokeLinecap="round" />
      <circle cx="106" cy="78" r="22" fill="var(--tint)" stroke="var(--brand)" strokeWidth="4" />
      <path d="M98 70l16 16M114 70 98 86" stroke="var(--brand)" strokeWidth="4" strokeLinecap="round" />
      <path d="m128 56 6-9M135 64l10-4M119 51l2-10" {...spark} />
    </DayPage>
  )
}

/** A day's page on which everything is checked off. */
export function DonePicture() {
  return (
    <DayPage>
      <circle cx="112" cy="82" r="23" fill="var(--tint)" stroke="var(--brand)" strokeWidth="4" />
      <path
        d="m101 83 8 8 15-17"
        stroke="var(--brand)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="m133 58 6-9M140 66l10-4M124 53l2-10" {...spark} />
    </DayPage>
  )
}

function DayPage({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-28 max-w-full">
      <rect
        x="24"
        y="16"
        width="88"
        height="90"
        rx="12"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="2"
      />
      {[0, 1, 2].map((row) => (
        <g key={row}>
          <circle cx="41" cy={36 + row * 24} r="6" fill="var(--sunken)" />
          <rect x="54" y={30 + row * 24} width={row === 1 ? 32 : 44} height="5" rx="2.5" fill="var(--line)" />
          <rect x="54" y={39 + row * 24} width={row === 1 ? 20 : 28} height="4" rx="2" fill="var(--sunken)" />
        </g>
      ))}
      {children}
    </svg>
  )
}

/** A clock whose hands have come off. */
export function BrokenPicture() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-28 max-w-full">
      <circle cx="78" cy="60" r="42" fill="var(--surface)" stroke="var(--line)" strokeWidth="3" />
      <path
        d="M78 26v6M78 88v6M44 60h6M106 60h6"
        stroke="var(--line-strong)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="m62 74 12-14-6-8"
        stroke="var(--brand)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="m92 82 15 17" stroke="var(--brand)" strokeWidth="5" strokeLinecap="round" />
      <path d="m122 36 6-9M129 46l10-4M113 28l2-10" {...spark} />
    </svg>
  )
}
