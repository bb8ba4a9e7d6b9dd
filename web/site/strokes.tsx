import type { ReactNode } from 'react'

/** The picture at the top of a feature card. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="feature-drawing drawing" viewBox="0 0 300 140" fill="none" aria-hidden="true">
      {children}
    </svg>
  )
}

interface Place {
  x: number
  y: number
}

/** The three beats of the logo, for something that just went boom. */
export function Spark({ x, y, size = 1 }: Place & { size?: number }) {
  return (
    <path
      d="M0 0 4-13M7 5 17-5M10 13l13-1"
      transform={`translate(${x} ${y}) scale(${size})`}
      fill="none"
      stroke="var(--spark)"
      strokeWidth="4"
      strokeLinecap="round"
    />
  )
}

export function Tick({ x, y, colour }: Place & { colour: string }) {
  return (
    <path
      d="m0 0 4.5 4.5L13-5"
      transform={`translate(${x} ${y})`}
      fill="none"
      stroke={colour}
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}

/** Hatching for busy times. Drawings refer to it by id. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0v8" stroke="var(--line-strong)" strokeWidth="2" opacity="0.28" />
    </pattern>
  )
}

/** The outer waves of the boom. */
export function Rings() {
  return (
    <svg className="rings" viewBox="0 0 900 900" fill="none" aria-hidden="true">
      {[130, 210, 290, 370, 450].map((radius) => (
        <circle
          key={radius}
          cx="450"
          cy="450"
          r={radius}
          stroke="var(--brand)"
          strokeWidth="2"
          strokeDasharray="0.1 17"
          strokeLinecap="round"
        />
      ))}
    </svg>
  )
}
