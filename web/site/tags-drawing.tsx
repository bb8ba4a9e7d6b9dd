import { Drawing, Spark } from './strokes.tsx'

interface HangingTagProps {
  x: number
  y: number
  turn: number
  width: number
  name: string
  fill: string
  className: string
}

function HangingTag({ x, y, turn, width, name, fill, className }: HangingTagProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path d="M0-14V8" stroke="var(--line-strong)" strokeWidth="2" />
      <path
        d={`M-9 0h18l${width / 2 - 15} 12a7 7 0 0 1 6 7v27a7 7 0 0 1-7 7h${16 - width}a7 7 0 0 1-7-7V19a7 7 0 0 1 6-7z`}
        fill={fill}
      />
      <circle cx="0" cy="9" r="4" fill="var(--canvas)" />
      <text y="39" fontSize="13" fontWeight="650" textAnchor="middle" className={className}>
        {name}
      </text>
    </g>
  )
}

/** Labels on a clothesline. */
export function TagsDrawing() {
  return (
    <Drawing>
      <path
        d="M-4 22c90 34 210 34 308 0"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <HangingTag
        x={66}
        y={56}
        turn={5}
        width={84}
        name="New client"
        fill="var(--soft)"
        className="on-tint"
      />
      <HangingTag
        x={154}
        y={62}
        turn={-3}
        width={72}
        name="Priority"
        fill="var(--brand)"
        className="on-brand"
      />
      <HangingTag
        x={238}
        y={54}
        turn={-7}
        width={78}
        name="Follow up"
        fill="var(--soft-good)"
        className="good"
      />
      <Spark x={196} y={68} size={0.8} />
    </Drawing>
  )
}
