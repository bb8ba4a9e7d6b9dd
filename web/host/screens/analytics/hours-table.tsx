import { HOUR } from '../../../../availability/units.ts'
import type { Analytics } from '../../../../contract/overview/analytics.schema.ts'
import { weekStartOf } from '../../../../contract/time/month.ts'
import { dayText, timeText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { shadeOf } from './chart-scale.ts'
import { numberText } from './figure-text.ts'

/** January 5, 1970. */
const MONDAY = 4

const shades = ['text-muted', 'bg-brand/12', 'bg-brand/25', 'bg-brand/40', 'bg-brand text-on-brand'] as const

/** The weekdays in the viewer's order, from 0 for Monday. */
export const weekdayOrder = ({ locale }: Viewer): number[] =>
  Array.from({ length: 7 }, (_, n) => (weekStartOf(locale) - 1 + n) % 7)

export const weekdayName = (weekday: number, viewer: Viewer, length: 'short' | 'long') =>
  dayText(MONDAY + weekday, viewer, { weekday: length })

export const hourName = (hour: number, viewer: Viewer) =>
  timeText(hour * HOUR, { ...viewer, timeZone: 'UTC' })

/** The hours from the first to the last with bookings. */
export function usedHours(hours: Analytics['hours']): number[] {
  const used = hours.flatMap((day) => day.flatMap((bookings, hour) => (bookings > 0 ? [hour] : [])))
  if (used.length === 0) return []
  const first = Math.min(...used)
  return Array.from({ length: Math.max(...used) - first + 1 }, (_, n) => first + n)
}

/** A table that is a picture, too: the more bookings, the darker a cell. */
export function HoursTable({ hours, viewer }: { hours: Analytics['hours']; viewer: Viewer }) {
  const order = weekdayOrder(viewer)
  const most = Math.max(...hours.flat())
  return (
    <div
      role="group"
      aria-label="Bookings by weekday and hour"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With a large font it scrolls, by keyboard, too.
      tabIndex={0}
      className="overflow-x-auto rounded-sm"
    >
      <table className="w-full min-w-61 table-fixed border-separate border-spacing-px text-xs sm:border-spacing-0.5 tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="sticky start-0 w-14.5 bg-surface text-start font-medium">
              Hour
            </th>
            {order.map((weekday) => (
              <th key={weekday} scope="col" className="pb-1 font-medium">
                <abbr title={weekdayName(weekday, viewer, 'long')} className="no-underline">
                  {weekdayName(weekday, viewer, 'short')}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {usedHours(hours).map((hour) => (
            <tr key={hour}>
              <th
                scope="row"
                className="sticky start-0 bg-surface text-start font-normal whitespace-nowrap text-muted"
              >
                {hourName(hour, viewer)}
              </th>
              {order.map((weekday) => {
                const bookings = hours[weekday]![hour]!
                return (
                  <td
                    key={weekday}
                    className={`h-7 rounded-sm text-center ${shades[shadeOf(bookings, most)]}`}
                  >
                    {numberText(bookings, viewer)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
