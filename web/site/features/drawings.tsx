import { Drawing, Spark, Tick } from '../strokes.tsx'

const clocks = [
  { x: 82, zone: 'Lisbon', hand: 'm0 0 12 8', isOurs: true },
  { x: 218, zone: 'Tokyo', hand: 'm0 0-12-8', isOurs: false },
]

/** The same moment on two clocks. */
export function ZonesDrawing() {
  return (
    <Drawing>
      <path
        d="M118 40c20-20 44-20 64 0"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeDasharray="1 7"
        strokeLinecap="round"
      />
      {clocks.map(({ x, zone, hand, isOurs }) => (
        <g key={zone} transform={`translate(${x} 60)`}>
          <circle
            r="38"
            fill={isOurs ? 'var(--surface)' : 'var(--soft)'}
            stroke={isOurs ? 'var(--line)' : 'var(--brand)'}
            strokeWidth={isOurs ? 1.5 : 3}
          />
          <path
            d="M0-30v4M0 26v4M-30 0h4M26 0h4"
            stroke="var(--line-strong)"
            strokeWidth="3"
            strokeLinecap="round"
          />
          <path d="M0 0v-22" stroke="var(--brand)" strokeWidth="4" strokeLinecap="round" />
          <path d={hand} stroke="var(--brand)" strokeWidth="5" strokeLinecap="round" />
          <text y="62" fontSize="13" fontWeight="600" textAnchor="middle" className="muted">
            {zone}
          </text>
        </g>
      ))}
      <path
        d="M134 62h30m-8-8 8 8-8 8"
        stroke="var(--spark)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Drawing>
  )
}

/** A letter with an invitation, and a bell. */
export function MailDrawing() {
  return (
    <Drawing>
      <path d="M62 58 138 18l76 40v62a10 10 0 0 1-10 10H72a10 10 0 0 1-10-10z" fill="var(--soft)" />
      <rect className="sheet" x="82" y="34" width="112" height="80" rx="10" />
      <rect x="96" y="48" width="30" height="30" rx="8" fill="var(--brand)" />
      <Tick x={104.5} y={63} colour="var(--on-brand)" />
      <path d="M138 56h40M138 70h26" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <path
        d="m62 62 76 42 76-42v58a10 10 0 0 1-10 10H72a10 10 0 0 1-10-10z"
        fill="color-mix(in oklab, var(--brand) 34%, var(--surface))"
      />
      <path
        d="M234 44a16 16 0 0 1 16 16c0 14 6 18 6 18h-44s6-4 6-18a16 16 0 0 1 16-16z"
        fill="var(--surface)"
        stroke="var(--brand)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M229 85a5.5 5.5 0 0 0 10 0M234 37v5"
        stroke="var(--brand)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <Spark x={254} y={44} size={0.8} />
    </Drawing>
  )
}
