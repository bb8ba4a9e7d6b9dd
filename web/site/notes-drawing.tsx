import { Drawing, Spark } from './strokes.tsx'

/** A booking with a locked note. */
export function NotesDrawing() {
  return (
    <Drawing>
      <rect className="sheet" x="48" y="22" width="128" height="96" rx="12" />
      <rect x="62" y="38" width="26" height="26" rx="13" fill="var(--soft)" />
      <path d="M98 46h50M98 58h32" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <path d="M62 84h82M62 100h54" stroke="var(--line)" strokeWidth="5" strokeLinecap="round" />
      <g transform="rotate(5 206 84)">
        <path d="M156 46h100v58l-18 18h-82z" fill="var(--soft)" />
        <path d="M256 104h-18v18z" fill="color-mix(in oklab, var(--brand) 40%, var(--surface))" />
        <path
          d="M170 64h44M170 80h66M170 96h36"
          stroke="var(--brand)"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      <circle cx="246" cy="42" r="20" fill="var(--brand)" />
      <rect x="237" y="39" width="18" height="14" rx="3.5" fill="var(--on-brand)" />
      <path d="M241 39v-4a5 5 0 0 1 10 0v4" stroke="var(--on-brand)" strokeWidth="3" />
      <Spark x={268} y={28} size={0.8} />
    </Drawing>
  )
}
