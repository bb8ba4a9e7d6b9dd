import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { Analytics } from '../../../../contract/overview/analytics.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { CsvButton } from './csv-button.tsx'
import { daysText, numberText, percentOf, shareText, shortDayText } from './figure-text.ts'
import { WeekChart } from './week-chart.tsx'

interface WeekCardProps {
  counted: 'bookings' | 'canceled'
  figures: Analytics
  viewer: Viewer
}

const texts = {
  bookings: { title: 'Bookings by week', none: 'No bookings in this period that weren’t canceled' },
  canceled: { title: 'Cancellations by week', none: 'No cancellations in this period' },
} as const

/** A chart of the weeks, which can be shown as a table. */
export function WeekCard({ counted, figures, viewer }: WeekCardProps) {
  const [isTable, setIsTable] = useState(false)
  const { title, none } = texts[counted]
  const { weeks } = figures
  const chartWeeks = weeks.map((week) => ({
    key: week.dateFrom,
    name: daysText(week, viewer),
    tick: shortDayText(week.dateFrom, viewer),
    value: week[counted],
  }))
  return (
    <SectionCard
      title={title}
      className="min-w-0"
      action={
        <div className="flex max-w-full shrink-0 flex-wrap gap-2">
          <Button
            size="sm"
            aria-label={`Show as ${isTable ? 'chart' : 'table'}: ${title.toLowerCase()}`}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <ChartNoAxesColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
            <span>
              <span className="max-sm:hidden">Show as </span>
              <span className="inline-block max-sm:capitalize">{isTable ? 'chart' : 'table'}</span>
            </span>
          </Button>
          <CsvButton
            title={title}
            days={figures}
            lines={() => [
              ['From', 'To', ...(counted === 'bookings' ? ['Bookings'] : ['Canceled', 'Canceled (%)'])],
              ...weeks.map(({ dateFrom, dateTo, bookings, canceled }) => [
                dateFrom,
                dateTo,
                ...(counted === 'bookings'
                  ? [bookings]
                  : [canceled, percentOf(canceled, bookings + canceled)]),
              ]),
            ]}
          />
        </div>
      }
    >
      {isTable ? (
        <WeekTable counted={counted} weeks={weeks} viewer={viewer} />
      ) : figures[counted] === 0 ? (
        <p className="py-6 text-center text-muted">{none}</p>
      ) : (
        <WeekChart title={title} weeks={chartWeeks} tone={counted} viewer={viewer} />
      )}
    </SectionCard>
  )
}

interface WeekTableProps {
  counted: WeekCardProps['counted']
  weeks: Analytics['weeks']
  viewer: Viewer
}

function WeekTable({ counted, weeks, viewer }: WeekTableProps) {
  return (
    <table className="w-full">
      <thead className="text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 text-start font-medium">
            Week
          </th>
          <th scope="col" className="py-2 text-end font-medium">
            {counted === 'bookings' ? 'Bookings' : 'Canceled'}
          </th>
          {counted === 'canceled' && (
            <th scope="col" className="py-2 text-end font-medium">
              Share
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line tabular-nums">
        {weeks.map((week) => (
          <tr key={week.dateFrom}>
            <th scope="row" className="py-2 pr-3 text-start font-normal">
              {daysText(week, viewer)}
            </th>
            <td className="py-2 text-end">{numberText(week[counted], viewer)}</td>
            {counted === 'canceled' && (
              <td className="py-2 text-end">
                {shareText(week.canceled, week.bookings + week.canceled, viewer)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
