import type { ReactNode } from 'react'
import { spark } from '../../../ui/pictures.tsx'

/** A card with a stripe, with `children` in front of it. */
function CardPicture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-28 max-w-full">
      <rect
        x="20"
        y="30"
        width="104"
        height="70"
        rx="11"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="2"
      />
      <path d="M20 46h104v13H20z" fill="var(--sunken)" />
      <path d="M34 78h26M34 88h16" stroke="var(--line-strong)" strokeWidth="4" strokeLinecap="round" />
      {children}
    </svg>
  )
}

export function PaidPicture() {
  return (
    <CardPicture>
      <circle cx="112" cy="82" r="24" fill="var(--tint)" stroke="var(--brand)" strokeWidth="4" />
      <path
        d="m102 82 7 8 14-15"
        stroke="var(--brand)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="m134 54 5-9M141 62l9-4M125 49l1-10" {...spark} />
    </CardPicture>
  )
}

export function UnpaidPicture() {
  return (
    <CardPicture>
      <circle cx="112" cy="82" r="24" fill="var(--surface)" stroke="var(--line-strong)" strokeWidth="4" />
      <path d="M104 82h16" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
    </CardPicture>
  )
}
