import { CalendarCheck2, CalendarX2, Hourglass, Timer } from 'lucide-react'
import type { Analytics } from '../../../../contract/overview/analytics.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { SectionCard } from '../../../ui/card.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { minutesAsHours } from '../../parts/time/minutes-text.ts'
import { BarTable } from './bar-table.tsx'
import { CsvButton } from './csv-button.tsx'
import { eventText, leadGroupText, leadText, numberText, percentOf, shareText } from './figure-text.ts'
import { hourName, HoursTable, weekdayName, weekdayOrder } from './hours-table.tsx'
import { WeekCard } from './week-card.tsx'

interface FiguresProps {
  figures: Analytics
  viewer: Viewer
}

export function Figures({ figures, viewer }: FiguresProps) {
  const { bookings, canceled, minutes, medianLeadDays } = figures
  const share = shareText(canceled, bookings + canceled, viewer)
  return (
    <>
      <dl className="mb-4 grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
        <Stat icon={CalendarCheck2} label="Bookings" value={numberText(bookings, viewer)} />
        <Stat icon={Timer} label="Hours booked" value={minutesAsHours(minutes, viewer.locale)} />
        <Stat icon={CalendarX2} label="Canceled" value={`${numberText(canceled, viewer)} (${share})`} />
        <Stat icon={Hourglass} label="Median lead time" value={leadText(medianLeadDays, viewer)} />
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <WeekCard counted="bookings" figures={figures} viewer={viewer} />
          <EventsCard figures={figures} viewer={viewer} />
          <LeadTimesCard figures={figures} viewer={viewer} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <WeekCard counted="canceled" figures={figures} viewer={viewer} />
          {bookings > 0 && <HoursCard figures={figures} viewer={viewer} />}
        </div>
      </div>
    </>
  )
}

function EventsCard({ figures, viewer }: FiguresProps) {
  const title = 'Bookings by event'
  return (
    <SectionCard
      title={title}
      action={
        <CsvButton
          title={title}
          days={figures}
          lines={() => [
            ['Event', 'Bookings', 'Canceled'],
            ...figures.events.map((event) => [eventText(event), event.bookings, event.canceled]),
          ]}
        />
      }
    >
      <BarTable
        head={['Event', 'Bookings', 'Canceled']}
        rows={figures.events.map((event) => ({
          key: event.id ?? '',
          label: eventText(event),
          value: event.bookings,
          cells: [numberText(event.bookings, viewer), numberText(event.canceled, viewer)],
        }))}
      />
    </SectionCard>
  )
}

function LeadTimesCard({ figures, viewer }: FiguresProps) {
  const title = 'Lead time'
  const { bookings, leadTimes } = figures
  return (
    <SectionCard
      title={title}
      description="How many days ahead people book."
      action={
        <CsvButton
          title={title}
          days={figures}
          lines={() => [
            ['Booked ahead', 'Bookings', 'Bookings (%)'],
            ...leadTimes.map((group) => [
              leadGroupText(group),
              group.bookings,
              percentOf(group.bookings, bookings),
            ]),
          ]}
        />
      }
    >
      <BarTable
        head={['Booked ahead', 'Bookings', 'Share']}
        rows={leadTimes.map((group) => ({
          key: String(group.minDays),
          label: leadGroupText(group),
          value: group.bookings,
          cells: [numberText(group.bookings, viewer), shareText(group.bookings, bookings, viewer)],
        }))}
      />
    </SectionCard>
  )
}

function HoursCard({ figures, viewer }: FiguresProps) {
  const title = 'Bookings by weekday and hour'
  const { hours } = figures
  const order = weekdayOrder(viewer)
  return (
    <SectionCard
      title={title}
      description="When your meetings start."
      action={
        <CsvButton
          title={title}
          days={figures}
          lines={() => [
            ['Hour', ...order.map((weekday) => weekdayName(weekday, viewer, 'long'))],
            ...Array.from({ length: 24 }, (_, hour) => [
              hourName(hour, viewer),
              ...order.map((weekday) => hours[weekday]![hour]!),
            ]),
          ]}
        />
      }
    >
      <HoursTable hours={hours} viewer={viewer} />
    </SectionCard>
  )
}
