import { spark } from '../../../ui/pictures.tsx'

/** A form with two lines to fill in, one checked box, and a pen's spark. */
export function NoFieldsPicture() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-28">
      <rect
        x="28"
        y="14"
        width="92"
        height="94"
        rx="12"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="2"
      />
      <path d="M42 30h26M42 58h36" stroke="var(--line-strong)" strokeWidth="4" strokeLinecap="round" />
      <rect x="42" y="37" width="64" height="12" rx="4" fill="var(--sunken)" />
      <rect x="42" y="65" width="64" height="12" rx="4" fill="var(--sunken)" />
      <rect
        x="42"
        y="87"
        width="12"
        height="12"
        rx="3"
        fill="var(--tint)"
        stroke="var(--brand)"
        strokeWidth="2"
      />
      <path d="M61 93h32" stroke="var(--line)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="118" cy="82" r="22" fill="var(--tint)" stroke="var(--brand)" strokeWidth="4" />
      <path d="M118 72v20M108 82h20" stroke="var(--brand)" strokeWidth="4" strokeLinecap="round" />
      <path d="m138 56 5-9M145 64l9-4M129 51l1-10" {...spark} />
    </svg>
  )
}
