/** A meeting's time as one person sees it. */
export interface ViewerTime {
  startAt: number
  endAt: number
  timeZone: string
  hour12: boolean
}

/** More than the zones that people are in at one time. */
const MAX_FORMATS = 500
const formats = new Map<string, Intl.DateTimeFormat>()

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  let found = formats.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(key, found)
  }
  return found
}

/** With the spaces that stand on a keyboard: the others are squares in old mail readers. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f]/g, ' ')

const clock = ({ hour12 }: ViewerTime) => ({
  hour: 'numeric' as const,
  minute: '2-digit' as const,
  // Midnight is 0:00, not 24:00.
  hourCycle: hour12 ? ('h12' as const) : ('h23' as const),
})

/** `Mon Jan 4, 10:00 AM`: where space is short. */
export function shortTime(at: ViewerTime): string {
  const day = format(at.timeZone, { weekday: 'short', month: 'short', day: 'numeric' }).format(at.startAt)
  const time = format(at.timeZone, clock(at)).format(at.startAt)
  return plain(`${day.replace(',', '')}, ${time}`)
}

/** `Monday, January 4, 2027` */
export const longDay = ({ timeZone, startAt }: ViewerTime) =>
  plain(format(timeZone, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }).format(startAt))

/** `10:00 – 10:30 AM`, and the day of its end where that is another one. */
export function timeRange(at: ViewerTime): string {
  const day = format(at.timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' })
  if (day.format(at.startAt) === day.format(at.endAt)) {
    return plain(format(at.timeZone, clock(at)).formatRange(at.startAt, at.endAt))
  }
  return `${plain(format(at.timeZone, clock(at)).format(at.startAt))} – ${shortTime({ ...at, startAt: at.endAt })}`
}

/** The zone's name, and what it is ahead of UTC by then: `Europe/Berlin (GMT+2)`. */
export function zoneWords({ timeZone, startAt }: ViewerTime): string {
  const offset = format(timeZone, { timeZoneName: 'shortOffset' })
    .formatToParts(startAt)
    .find(({ type }) => type === 'timeZoneName')?.value
  return timeZone === 'UTC' ? timeZone : `${timeZone.replaceAll('_', ' ')} (${offset})`
}

/** For a leaf of a calendar: `Jan`, `4`. */
export const monthAndDay = ({ timeZone, startAt }: ViewerTime) => ({
  month: format(timeZone, { month: 'short' }).format(startAt),
  day: format(timeZone, { day: 'numeric' }).format(startAt),
})

/** An answer that is a date, a time or both: wall clock, the same in every zone. Any other is left as it is. */
export function wallWords(type: string, answer: string, hour12: boolean): string {
  const instant = { date: answer, datetime: `${answer}Z`, time: `1970-01-01T${answer}Z` }[type]
  const startAt = Date.parse(instant ?? '')
  if (Number.isNaN(startAt)) return answer
  const at = { startAt, endAt: startAt, timeZone: 'UTC', hour12 }
  const time = () => plain(format('UTC', clock(at)).format(startAt))
  if (type === 'time') return time()
  return type === 'date' ? longDay(at) : `${longDay(at)}, ${time()}`
}
