import type { Viewer } from '../../../../contract/time/viewer.ts'
import { axisTop, tickedColumns } from './chart-scale.ts'
import { numberText } from './figure-text.ts'

/** More columns than this leave no space for their values. */
const MAX_VALUED_COLUMNS = 14

const tones = {
  bookings: 'bg-brand forced-colors:bg-[CanvasText]',
  canceled: 'bg-danger forced-colors:bg-[CanvasText]',
} as const

interface WeekChartProps {
  title: string
  weeks: readonly { key: string; name: string; tick: string; value: number }[]
  tone: keyof typeof tones
  viewer: Viewer
}

/** One column for each week. Screen readers get a summary; the table has every value. */
export function WeekChart({ title, weeks, tone, viewer }: WeekChartProps) {
  const values = weeks.map(({ value }) => value)
  const [most, least] = [Math.max(...values), Math.min(...values)]
  const top = axisTop(most)
  const ticked = tickedColumns(weeks.length)
  const hasValues = weeks.length <= MAX_VALUED_COLUMNS
  const text = (value: number) => numberText(value, viewer)
  return (
    <div
      role="img"
      aria-label={`${title}: between ${text(least)} and ${text(most)} a week. The table has the number of each week.`}
      className="pt-4 text-xs text-muted tabular-nums"
    >
      <div className="relative ms-8 h-44 border-b border-line-strong">
        {[top, top / 2].map((value) => (
          <div
            key={value}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(value / top) * 100}%` }}
          >
            <span className="absolute end-full me-2 -translate-y-1/2">{text(value)}</span>
          </div>
        ))}
        <div className="absolute inset-0 flex">
          {weeks.map(({ key, name, value }) => (
            <div
              key={key}
              title={`${name}: ${text(value)}`}
              className="flex flex-1 items-end justify-center px-px hover:bg-sunken sm:px-0.5"
            >
              <div
                className={`relative w-full max-w-12 rounded-t-sm ${tones[tone]}`}
                style={{ height: `${(value / top) * 100}%` }}
              >
                {hasValues && value > 0 && (
                  <span className="absolute inset-x-0 -top-4.5 text-center text-ink">{text(value)}</span>
                )}
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className="relative ms-8 mt-1.5 h-4">
        {ticked.map((column) => (
          <span
            key={weeks[column]!.key}
            className="absolute whitespace-nowrap"
            style={{ insetInlineStart: `${(column / weeks.length) * 100}%` }}
          >
            {weeks[column]!.tick}
          </span>
        ))}
      </div>
    </div>
  )
}
