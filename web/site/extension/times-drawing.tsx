import { Drawing, Spark, Tick } from '../strokes.tsx'

const SLOTS = [
  { x: 40, y: 34, text: '9:30', isChosen: false },
  { x: 40, y: 66, text: '10:00', isChosen: true },
  { x: 40, y: 98, text: '10:30', isChosen: true },
]

/** Open slots, two of them picked for a message. */
export function TimesDrawing() {
  return (
    <Drawing>
      {SLOTS.map(({ x, y, text, isChosen }) => (
        <g key={text} transform={`translate(${x} ${y})`}>
          <rect
            width="78"
            height="24"
            rx="7"
            fill={isChosen ? 'var(--brand)' : 'var(--surface)'}
            stroke={isChosen ? 'var(--brand)' : 'var(--line-strong)'}
            strokeWidth="1.5"
          />
          <text
            x="39"
            y="16.5"
            fontSize="12.5"
            fontWeight="600"
            textAnchor="middle"
            className={isChosen ? 'on-brand' : 'muted'}
          >
            {text}
          </text>
        </g>
      ))}
      <path
        d="M130 78h24m-7-6 7 6-7 6"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect className="sheet" x="168" y="38" width="104" height="80" rx="12" />
      <path d="M182 58h48" stroke="var(--line)" strokeWidth="5" strokeLinecap="round" />
      <text x="182" y="82" fontSize="12.5" fontWeight="600" className="ink">
        Tue 10:00
      </text>
      <text x="182" y="100" fontSize="12.5" fontWeight="600" className="ink">
        or 10:30
      </text>
      <Tick x={248} y={92} colour="var(--success)" />
      <Spark x={262} y={30} size={0.8} />
    </Drawing>
  )
}
