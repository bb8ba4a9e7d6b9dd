import { Hatch, Rings, Spark, Tick } from '../strokes.tsx'

const DAYS = ['Mon 8', 'Tue 9', 'Wed 10', 'Thu 11', 'Fri 12']
const HOURS = [9, 10, 11, 12, 13, 14, 15, 16]
const HOUR = 38
const TOP = 92
const COLUMN = 92
const LEFT = 50
const y = (hour: number) => TOP + (hour - 9) * HOUR
const x = (day: number) => LEFT + day * COLUMN

/** The host's hours: day, from, to. */
const open: [day: number, from: number, to: number][] = [
  [0, 9, 12],
  [0, 13, 17],
  [1, 9, 17],
  [2, 10, 15],
  [3, 9, 12],
  [3, 13, 17],
  [4, 9, 14],
]
const busy: [day: number, from: number, to: number, title: string][] = [
  [0, 9.5, 10.5, 'Stand-up'],
  [1, 11, 13, 'Workshop'],
  [2, 12, 13, 'Lunch'],
  [2, 15, 17, 'School run'],
  [3, 10, 11, 'Dentist'],
  [4, 11.5, 13, 'Review'],
]

/** A host's week with busy times removed, and in front of it a page on which an invitee just picked a free time. */
export function HeroPicture() {
  return (
    <div className="hero-picture" aria-hidden="true">
      <Rings />
      <div className="week-crop">
        <Week />
      </div>
      <Ticket />
    </div>
  )
}

function Week() {
  return (
    <svg className="week drawing" viewBox="0 0 530 416">
      <Hatch id="busy" />
      <rect className="sheet" x="1" y="1" width="528" height="414" rx="20" />
      <text x="24" y="38" fontSize="17" fontWeight="650" className="ink">
        Your week
      </text>
      <circle cx="378" cy="32" r="4" fill="var(--success)" />
      <text x="390" y="37" fontSize="13" className="muted">
        Calendar in sync
      </text>
      <path d="M1 60h528" stroke="var(--line)" />
      {DAYS.map((day, index) => (
        <text key={day} x={x(index) + 42} y="81" fontSize="13" textAnchor="middle" className="muted">
          {day}
        </text>
      ))}
      {HOURS.map((hour) => (
        <text key={hour} x="38" y={y(hour) + 5} fontSize="12" textAnchor="end" className="muted">
          {hour}
        </text>
      ))}
      {open.map(([day, from, to]) => (
        <rect
          key={`${day}-${from}`}
          x={x(day)}
          y={y(from)}
          width="84"
          height={(to - from) * HOUR - 2}
          rx="9"
          fill="var(--soft)"
          fillOpacity="0.8"
        />
      ))}
      <path d={HOURS.map((hour) => `M46 ${y(hour)}h470`).join('')} stroke="var(--line)" opacity="0.6" />
      {busy.map(([day, from, to, title]) => (
        <g key={title}>
          <rect
            x={x(day)}
            y={y(from)}
            width="84"
            height={(to - from) * HOUR - 2}
            rx="9"
            fill="var(--sunken)"
            stroke="var(--surface)"
            strokeWidth="2"
          />
          <rect x={x(day)} y={y(from)} width="84" height={(to - from) * HOUR - 2} rx="9" fill="url(#busy)" />
          <text x={x(day) + 10} y={y(from) + 22} fontSize="12.5" className="muted">
            {title}
          </text>
        </g>
      ))}
      <rect x={x(3) - 3} y={y(15) - 1} width="90" height="42" rx="10" fill="var(--brand)" />
      <text x={x(3) + 8} y={y(15) + 17} fontSize="12.5" fontWeight="650" className="on-brand">
        Intro call
      </text>
      <text x={x(3) + 8} y={y(15) + 32} fontSize="11.5" className="on-brand">
        Jonas W.
      </text>
      <Spark x={x(3) + 92} y={y(15) - 6} />
    </svg>
  )
}

const SLOTS = ['8:00', '8:30', '10:30', '12:00', '14:00', '15:30']

/** The invitee's page. Lisbon is an hour behind the host, so 14:00 there is 15:00 in the week. */
function Ticket() {
  return (
    <svg className="ticket drawing" viewBox="0 0 290 318">
      <rect className="sheet" x="1" y="1" width="288" height="316" rx="20" />
      <circle cx="40" cy="41" r="17" fill="var(--tint)" />
      <text x="40" y="46" fontSize="13" fontWeight="650" textAnchor="middle" className="on-tint">
        ML
      </text>
      <text x="67" y="46" fontSize="14" className="muted">
        Maya Lindqvist
      </text>
      <text x="22" y="92" fontSize="22" fontWeight="700" letterSpacing="-0.5" className="ink">
        Intro call
      </text>
      <text x="22" y="115" fontSize="13.5" className="muted">
        30 min · Thursday, June 11
      </text>
      {SLOTS.map((slot, index) => {
        const isPicked = slot === '14:00'
        const left = 22 + (index % 2) * 126
        const top = 134 + Math.floor(index / 2) * 46
        return (
          <g key={slot}>
            <rect
              x={left}
              y={top}
              width="118"
              height="38"
              rx="9"
              fill={isPicked ? 'var(--brand)' : 'var(--surface)'}
              stroke={isPicked ? 'var(--brand)' : 'var(--line-strong)'}
              strokeOpacity={isPicked ? 1 : 0.55}
            />
            <text
              x={left + 59}
              y={top + 24}
              fontSize="14.5"
              fontWeight="600"
              textAnchor="middle"
              className={isPicked ? 'on-brand' : 'ink'}
            >
              {slot}
            </text>
          </g>
        )
      })}
      <Tick x={110} y={245} colour="var(--on-brand)" />
      <circle cx="31" cy="294" r="7" fill="none" stroke="var(--muted)" strokeWidth="1.4" />
      <path
        d="M24 294h14M31 287c-5 4-5 10 0 14m0-14c5 4 5 10 0 14"
        fill="none"
        stroke="var(--muted)"
        strokeWidth="1.2"
      />
      <text x="46" y="298.5" fontSize="12.5" className="muted">
        Europe/Lisbon (GMT+1)
      </text>
    </svg>
  )
}
