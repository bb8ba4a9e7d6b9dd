import { Spark } from './strokes.tsx'

const ROWS: [label: string, answer: string][] = [
  ['Company', 'Northwind Bakery'],
  ['Team size', '12 people'],
  ['What to talk about', 'Moving off paper schedules'],
]

/** A calendar in a browser window with an open entry, where the extension shows the booking's answers. */
export function ExtensionPicture() {
  return (
    <svg
      className="extension-picture drawing"
      viewBox="0 0 460 376"
      role="img"
      aria-label="A calendar entry, Intro call with Jonas Weber, that shows its custom fields: company, team size and what to talk about"
    >
      <rect className="sheet" x="1" y="1" width="458" height="374" rx="20" />
      <path
        d="M1 50V21A20 20 0 0 1 21 1h418a20 20 0 0 1 20 20v29z"
        fill="var(--sunken)"
        stroke="var(--line)"
      />
      <g fill="var(--line-strong)" opacity="0.5">
        <circle cx="26" cy="26" r="5" />
        <circle cx="44" cy="26" r="5" />
        <circle cx="62" cy="26" r="5" />
      </g>
      <rect x="90" y="12" width="296" height="28" rx="14" fill="var(--surface)" />
      <path d="M108 26h92" stroke="var(--line)" strokeWidth="7" strokeLinecap="round" />
      <rect x="404" y="10" width="32" height="32" rx="9" fill="var(--tint)" />
      <g transform="translate(409 15) scale(.69)" fill="none" strokeLinecap="round">
        <path d="M16.6 5.03A12 12 0 1 0 27.9 15.2" stroke="var(--brand)" strokeWidth="3.8" />
        <path d="m10.6 17 4.1 4.1 6.2-7.4" stroke="var(--brand)" strokeWidth="3.4" />
        <path d="m22 9.6 1.7-5.2M24.3 11.2l3.6-3.4M25.6 13l4.6-.5" stroke="var(--spark)" strokeWidth="3" />
      </g>
      <path d="M92 51v323M184 51v323M276 51v323M368 51v323" stroke="var(--line)" />
      <path d="M1 130h458M1 210h458M1 290h458" stroke="var(--line)" opacity="0.7" />
      <rect x="8" y="144" width="78" height="48" rx="9" fill="var(--sunken)" />
      <rect x="8" y="236" width="78" height="92" rx="9" fill="var(--sunken)" />
      <rect x="374" y="70" width="78" height="44" rx="9" fill="var(--sunken)" />
      <rect x="99" y="104" width="78" height="84" rx="9" fill="var(--brand)" />
      <text x="109" y="126" fontSize="12.5" fontWeight="650" className="on-brand">
        Intro call
      </text>
      <text x="109" y="143" fontSize="11.5" className="on-brand">
        15:00
      </text>
      <Spark x={92} y={96} size={-0.9} />
      <path className="sheet raised" d="m176 148 14-10v20z" />
      <rect className="sheet raised" x="188" y="84" width="252" height="266" rx="16" />
      <path d="m189.5 140-8 8 8 8z" fill="var(--raised)" />
      <rect x="208" y="107" width="12" height="12" rx="4" fill="var(--brand)" />
      <text x="230" y="118" fontSize="15.5" fontWeight="650" className="ink">
        Intro call with Jonas
      </text>
      <text x="230" y="138" fontSize="13" className="muted">
        Thu, June 11 · 15:00
      </text>
      <path d="M188 158h252" stroke="var(--line)" />
      {ROWS.map(([label, answer], index) => (
        <g key={label}>
          <text x="208" y={183 + index * 46} fontSize="12.5" className="muted">
            {label}
          </text>
          <text x="208" y={202 + index * 46} fontSize="14.5" fontWeight="600" className="ink">
            {answer}
          </text>
        </g>
      ))}
      <rect x="208" y="311" width="92" height="25" rx="12.5" fill="var(--soft)" />
      <text x="254" y="328" fontSize="12.5" fontWeight="600" textAnchor="middle" className="on-tint">
        New client
      </text>
      <rect x="308" y="311" width="84" height="25" rx="12.5" fill="var(--soft-good)" />
      <text x="350" y="328" fontSize="12.5" fontWeight="600" textAnchor="middle" className="good">
        Priority
      </text>
    </svg>
  )
}
