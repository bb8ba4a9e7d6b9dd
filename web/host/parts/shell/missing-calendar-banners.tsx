import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import type { MissingCalendar } from '../../../../contract/calendars/calendar-health.schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { calendarChoices } from '../calendars/calendar-choices.ts'
import { Select } from '../../../ui/select.tsx'
import { calendarHealthQuery, replaceCalendar } from '../../data/calendar-calls.ts'
import { calendarsQuery } from '../../data/event-calls.ts'
import { toasts } from '../../data/toasts.ts'
import { Banner } from './banner.tsx'
import { missingCalendarText } from './missing-calendar-text.ts'

/** Names each calendar that its account no longer has, and offers to use another one. */
export function MissingCalendarBanners() {
  const { data } = useQuery(calendarHealthQuery)
  return data?.missing.map((calendar) => <MissingCalendarBanner key={calendar.id} calendar={calendar} />)
}

function MissingCalendarBanner({ calendar }: { calendar: MissingCalendar }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Banner
      icon={<CalendarX2 aria-hidden="true" />}
      title={`We can’t find your calendar “${calendar.name}”`}
      action={
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Choose calendar
        </Button>
      }
    >
      {missingCalendarText(calendar)}
      {isOpen && <ReplacementDialog calendar={calendar} onClose={() => setIsOpen(false)} />}
    </Banner>
  )
}

interface ReplacementDialogProps {
  calendar: MissingCalendar
  onClose: () => void
}

function ReplacementDialog({ calendar, onClose }: ReplacementDialogProps) {
  const { data: calendars, isError } = useQuery(calendarsQuery)
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isMoving, setIsMoving] = useState(false)
  const offered = (calendars ?? []).filter(({ id }) => id !== calendar.id)
  const waiting = isError ? 'We couldn’t load your calendars' : 'Loading calendars...'

  async function move() {
    if (chosen === '') return setError('Choose a calendar')
    setIsMoving(true)
    const moved = await replaceCalendar(calendar, chosen)
    setIsMoving(false)
    if (moved === null) return
    toasts.calendarReplaced(offered.find(({ id }) => id === chosen)?.name ?? chosen)
    onClose()
  }

  return (
    <Dialog
      title="Choose another calendar"
      isOpen
      onClose={() => {
        if (!isMoving) onClose()
      }}
      actions={
        <>
          <Button disabled={isMoving} onClick={onClose}>
            Not now
          </Button>
          <Button variant="primary" isBusy={isMoving} onClick={() => void move()}>
            Use this calendar
          </Button>
        </>
      }
    >
      <p className="text-muted wrap-anywhere">
        Events that used “{calendar.name}” will check the calendar you choose, and upcoming bookings will be
        added to it.
      </p>
      <Select
        label="Calendar"
        isRequired
        value={chosen}
        error={error}
        choices={[
          { value: '', label: calendars ? 'Choose a calendar' : waiting },
          ...calendarChoices(offered),
        ]}
        onChange={(value) => {
          setChosen(value)
          setError(null)
        }}
      />
    </Dialog>
  )
}
