import { type Budget, MAX_LINE_LENGTH, MAX_NESTING, Unreadable } from './bounds.ts'

/** A component's lines, unfolded, as far as anything here reads them. */
export interface RawComponent {
  kind: string
  lines: string[]
  /** Whether its end is missing, and so perhaps some of its lines. */
  isCut: boolean
  /** The observances of a time zone. Other nested components, such as alarms, are left out. */
  children: RawComponent[]
}

/** The properties that are read of each kind of component. */
const READ: Readonly<Record<string, ReadonlySet<string>>> = {
  VCALENDAR: new Set(['X-WR-CALNAME', 'X-WR-TIMEZONE', 'NAME', 'TIMEZONE-ID']),
  VEVENT: new Set([
    'UID',
    'DTSTART',
    'DTEND',
    'DURATION',
    'RRULE',
    'RDATE',
    'EXDATE',
    'RECURRENCE-ID',
    'STATUS',
    'TRANSP',
    'SUMMARY',
    'SEQUENCE',
    'DTSTAMP',
    'ATTENDEE',
    'X-MICROSOFT-CDO-BUSYSTATUS',
    'X-BOOMTIME-SEQUENCE',
  ]),
  VFREEBUSY: new Set(['UID', 'FREEBUSY']),
  VTIMEZONE: new Set(['TZID', 'X-LIC-LOCATION']),
  STANDARD: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
  DAYLIGHT: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
}
const PARENTS: Readonly<Record<string, string>> = {
  VEVENT: 'VCALENDAR',
  VFREEBUSY: 'VCALENDAR',
  VTIMEZONE: 'VCALENDAR',
  STANDARD: 'VTIMEZONE',
  DAYLIGHT: 'VTIMEZONE',
}

/** Splits a file into its components. One that doesn't end is refused: what its missing half says isn't free. */
export function readComponents(text: string, components: Budget): RawComponent[] {
  const calendars: RawComponent[] = []
  const stack: RawComponent[] = []
  for (const line of contentLines(text)) {
    const boundary = /^(BEGIN|END) *: *([\w-]{1,50})\s*$/i.exec(line)
    const top = stack.at(-1)
    if (!boundary) {
      if (top && READ[top.kind]?.has(nameOf(line))) top.lines.push(bounded(line))
      else if (!top && calendars.length === 0 && line.trim() !== '') throw new Unreadable('not_a_calendar')
      continue
    }
    const kind = boundary[2]!.toUpperCase()
    if (boundary[1]!.toUpperCase() === 'BEGIN') {
      if (kind === 'VEVENT' || kind === 'VFREEBUSY') closeTo(stack, 'VCALENDAR')
      if (stack.length === MAX_NESTING) throw new Unreadable('too_complex')
      components.spend()
      stack.push({ kind, lines: [], isCut: false, children: [] })
    } else if (stack.some((open) => open.kind === kind)) {
      closeTo(stack, kind)
      const done = stack.pop()!
      // Some write entries after the end of their calendar, a calendar within another, or a zone within its entry.
      const open = kind === 'VTIMEZONE' ? stack.findLast((each) => each.kind === 'VCALENDAR') : stack.at(-1)
      const parent = open ?? calendars.at(-1)
      if (kind === 'VCALENDAR') calendars.push(done)
      else if (parent && PARENTS[kind] === parent.kind) parent.children.push(done)
    }
  }
  if (calendars.length === 0 || stack.length > 0) throw new Unreadable('not_a_calendar')
  return calendars
}

function bounded(line: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line
  if (nameOf(line) === 'SUMMARY') return line.slice(0, MAX_LINE_LENGTH)
  throw new Unreadable('too_complex')
}

/** Closes what is still open inside of a component. Half of a time zone would make its times wrong. */
function closeTo(stack: RawComponent[], kind: string): void {
  const index = stack.findLastIndex((open) => open.kind === kind)
  if (index === -1) return
  const [open] = stack.splice(index + 1)
  if (kind === 'VCALENDAR' && (open?.kind === 'VEVENT' || open?.kind === 'VFREEBUSY'))
    stack[index]!.children.push({ ...open, isCut: true })
}

/** In upper case; empty for what isn't a property. */
export const nameOf = (line: string) => /^[\w-]{1,50}/.exec(line)?.[0].toUpperCase() ?? ''

/** The lines without their folding (RFC 5545, 3.1). */
function* contentLines(text: string): Generator<string> {
  let unfolded: string | null = null
  // Alone in a line, it is the start of a file in UTF-8.
  let start = text.startsWith('\uFEFF') ? 1 : 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
    const isFolded = line.startsWith(' ') || line.startsWith('\t')
    if (isFolded && unfolded !== null) {
      unfolded += line.slice(1)
      continue
    }
    if (unfolded !== null) yield unfolded
    unfolded = line
  }
  if (unfolded !== null) yield unfolded
}
