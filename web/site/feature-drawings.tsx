import type { ReactNode } from 'react'
import { Drawing, Hatch, Spark, Tick } from './strokes.tsx'

/** Questions on a form and their answers in a calendar entry. */
export function FieldsDrawing() {
  return (
    <Drawing>
      <rect className="sheet" x="28" y="16" width="112" height="132" rx="12" />
      <g fill="var(--sunken)" stroke="var(--line)" strokeWidth="1.5">
        <rect x="42" y="42" width="84" height="18" rx="5" />
        <rect x="42" y="80" width="84" height="18" rx="5" />
      </g>
      <path d="M44 33h34M44 71h46" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <path d="M50 51h28M50 89h42" stroke="var(--brand)" strokeWidth="5" strokeLinecap="round" />
      <rect x="42" y="110" width="18" height="18" rx="5" fill="var(--brand)" />
      <Tick x={45} y={119} colour="var(--on-brand)" />
      <path d="M70 119h40" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <path
        d="M148 54c14-16 24-16 36-4m1-9v10h-10"
        stroke="var(--spark)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="170" y="62" width="104" height="58" rx="10" fill="var(--soft)" />
      <rect x="170" y="62" width="7" height="58" rx="3.5" fill="var(--brand)" />
      <path d="M190 79h54" stroke="var(--on-tint)" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M190 94h28M190 107h42"
        stroke="var(--brand)"
        strokeOpacity="0.6"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </Drawing>
  )
}

/** A busy entry drops onto a day and its slots disappear. */
export function SmartDrawing() {
  return (
    <Drawing>
      <Hatch id="taken" />
      <rect x="112" y="20" width="84" height="44" rx="10" fill="var(--surface)" />
      <rect
        x="112"
        y="20"
        width="84"
        height="44"
        rx="10"
        fill="url(#taken)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      <text x="154" y="47" fontSize="14" fontWeight="650" textAnchor="middle" className="ink">
        Dentist
      </text>
      <path
        d="M112 70v12M196 70v12"
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeDasharray="3 4"
        strokeLinecap="round"
      />
      {[24, 68, 200, 244].map((x) => (
        <rect
          key={x}
          x={x}
          y="88"
          width="36"
          height="34"
          rx="9"
          fill={x === 200 ? 'var(--brand)' : 'var(--soft)'}
        />
      ))}
      {[114, 158].map((x) => (
        <rect
          key={x}
          x={x}
          y="89"
          width="36"
          height="32"
          rx="9"
          stroke="var(--line-strong)"
          strokeWidth="2"
          strokeDasharray="4 5"
        />
      ))}
      <Tick x={211} y={106} colour="var(--on-brand)" />
      <Spark x={238} y={84} size={0.8} />
      <path
        d="M36 105h12M80 105h12M256 105h12"
        stroke="var(--brand)"
        strokeOpacity="0.6"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </Drawing>
  )
}

const RANGES: [day: string, ranges: [from: number, to: number][]][] = [
  [
    'Mon',
    [
      [30, 62],
      [76, 110],
    ],
  ],
  ['Tue', [[38, 92]]],
  [
    'Wed',
    [
      [30, 48],
      [58, 76],
      [86, 110],
    ],
  ],
  ['Thu', [[52, 110]]],
  ['Fri', [[30, 66]]],
  ['Sat', []],
  ['Sun', []],
]

/** Each weekday has its own ranges, and one is being extended. */
export function RangesDrawing() {
  return (
    <Drawing>
      {RANGES.map(([day, ranges], index) => (
        <g key={day}>
          <rect x={27 + index * 36} y="26" width="28" height="88" rx="8" fill="var(--sunken)" />
          {ranges.map(([from, to]) => (
            <rect
              key={from}
              x={27 + index * 36}
              y={from}
              width="28"
              height={to - from}
              rx="7"
              fill={day === 'Thu' ? 'var(--brand)' : 'color-mix(in oklab, var(--brand) 34%, var(--surface))'}
            />
          ))}
          <text x={41 + index * 36} y="130" fontSize="11.5" textAnchor="middle" className="muted">
            {day[0]}
          </text>
        </g>
      ))}
      <circle cx="149" cy="52" r="5.5" fill="var(--surface)" stroke="var(--brand)" strokeWidth="3" />
      <path
        d="M149 40V21m-6 6 6-6 6 6"
        stroke="var(--spark)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Drawing>
  )
}

/** A link flying off. */
export function LinkDrawing() {
  return (
    <Drawing>
      <rect className="sheet" x="22" y="76" width="216" height="44" rx="22" />
      <path
        d="m46 103 4 -4m-6.5 1.5-3 3a5 5 0 0 0 7 7l3-3m2-10 3-3a5 5 0 0 1 7 7l-3 3"
        transform="translate(0 -3)"
        stroke="var(--brand)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <text x="70" y="103" fontSize="14" fontWeight="550" className="ink">
        /book/event_
      </text>
      <rect x="174" y="83" width="57" height="30" rx="15" fill="var(--brand)" />
      <text x="202.5" y="102.5" fontSize="13" fontWeight="650" textAnchor="middle" className="on-brand">
        Copy
      </text>
      <path
        d="M190 72c4-28 24-4 14 4-12 8-14-30 22-34"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeDasharray="1 7"
        strokeLinecap="round"
      />
      <path
        d="m232 40 44-22-18 42-9-13z"
        fill="var(--soft)"
        stroke="var(--brand)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="m249 47 27-29" stroke="var(--brand)" strokeWidth="3" strokeLinejoin="round" />
      <path d="m249 47-3 13 7-7" stroke="var(--brand)" strokeWidth="3" strokeLinejoin="round" />
    </Drawing>
  )
}

function Sheet({ x, children }: { x: number; children: ReactNode }) {
  return (
    <g transform={`translate(${x} 24)`}>
      <rect className="sheet" x="0" y="0" width="92" height="96" rx="12" />
      <path d="M0 24h92" stroke="var(--line)" strokeWidth="1.5" />
      <path d="M26-6V8M66-6V8" stroke="var(--line-strong)" strokeWidth="4.5" strokeLinecap="round" />
      {children}
    </g>
  )
}

/** Two calendars with the same entries. */
export function CalendarsDrawing() {
  return (
    <Drawing>
      <Sheet x={28}>
        <rect x="12" y="34" width="68" height="14" rx="5" fill="var(--sunken)" />
        <rect x="12" y="54" width="68" height="28" rx="7" fill="var(--brand)" />
        <Tick x={40} y={68} colour="var(--on-brand)" />
      </Sheet>
      <Sheet x={180}>
        <rect x="12" y="34" width="30" height="14" rx="5" fill="var(--sunken)" />
        <rect x="48" y="34" width="32" height="14" rx="5" fill="var(--sunken)" />
        <rect x="12" y="54" width="68" height="28" rx="7" fill="var(--brand)" />
        <Tick x={40} y={68} colour="var(--on-brand)" />
      </Sheet>
      <path
        d="M132 62c8-14 26-16 36-4m1-9v11h-11M168 86c-8 14-26 16-36 4m-1 9V88h11"
        stroke="var(--spark)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Drawing>
  )
}
