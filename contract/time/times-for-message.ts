import { dayOf } from '../../availability/wall-time.ts'
import { dayText, timeText, zoneName } from './time-text.ts'
import { zoneTable } from './time-zones.ts'
import type { Viewer } from './viewer.ts'
import { withOffset } from './with-offset.ts'

/** A weekday alone names one of the next days. */
const DAYS_A_WEEK = 7

interface Times {
  /** Starts, ISO 8601 in UTC. */
  slots: readonly string[]
  url: (startUtc: string) => string
  viewer: Viewer
  now: number
}

interface CopiedTimes {
  text: string
  html: string
}

/**
 * Times for a message: `Tue 10:00, 10:30 or Wed 14:00 (Berlin)`. In HTML each is a link; plain text has the links
 * below. It's in English whatever language the host reads, like the booking page.
 */
export function timesText({ slots, url, viewer: { timeZone, hour12 }, now }: Times): CopiedTimes {
  const viewer = { locale: 'en-US', timeZone, hour12 }
  const table = zoneTable(timeZone)
  const today = dayOf(table, now)
  const sorted = slots.toSorted()
  const items = sorted.map((startUtc, index) => {
    const day = dayOf(table, Date.parse(startUtc))
    const before = sorted[index - 1]
    const isSameDay = before !== undefined && dayOf(table, Date.parse(before)) === day
    const name = dayText(day, viewer, {
      weekday: 'short',
      ...(day - today >= DAYS_A_WEEK && { month: 'short', day: 'numeric' }),
    })
    return {
      day: isSameDay ? '' : `${name} `,
      fullDay: name,
      time: withOffset(timeText(startUtc, viewer), startUtc, viewer),
      url: url(startUtc),
    }
  })
  const zone = ` (${zoneName(timeZone).replace(/^.*\//, '')})`
  const lines = items.map(({ fullDay, time, url: link }) => `${fullDay} ${time}: ${link}`)
  const sentence = listed(items.map(({ day, time }) => day + time)) + zone
  return {
    text: `${sentence}\n\n${lines.join('\n')}\n`,
    html:
      listed(items.map(({ day, time, url: link }) => `${day}<a href="${escaped(link)}">${time}</a>`)) + zone,
  }
}

const listed = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
