import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { parseDate } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { axisOf } from './axis.ts'
import { DayColumn } from './day-column.tsx'
import { entriesOf, entriesOn } from './entries.ts'

const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }
const axis = axisOf(zoneTable('UTC'), [parseDate('2027-01-04'), parseDate('2027-01-05')])
const busy = {
  id: 'call',
  calendar: null,
  isTentative: false,
  isOutOfOffice: false,
  startUtc: '2027-01-04T23:45:00Z',
  endUtc: '2027-01-05T00:15:00Z',
}
const entries = entriesOf({ bookings: [], busyTimes: [busy], busyDays: [], unreadCalendars: [] })

test('a short entry says when it starts, and on the next day when it ends', () => {
  const texts = axis.days.map((day) =>
    renderToStaticMarkup(
      <DayColumn
        axis={axis}
        day={day}
        timed={entriesOn(entries, day).timed}
        viewer={viewer}
        tabStop=""
        drag={null}
        onOpen={() => {}}
        onGrab={() => {}}
        now={0}
        picked={null}
        anchor={{ current: null }}
        onPick={() => {}}
      />,
    ),
  )
  expect(texts[0]).toContain('<bdi>Busy</bdi>, 11:45 PM<')
  expect(texts[1]).toContain('<bdi>Busy</bdi>, Until 12:15 AM<')
})
