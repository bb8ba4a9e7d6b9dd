import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { SessionExpired } from '../../data/api.ts'
import { disconnectAccount } from '../../data/connection-calls.ts'
import { calendarsQuery, eventsQuery } from '../../data/event-calls.ts'
import { calendarChoices } from './calendar-choices.ts'
import { disconnectText } from './disconnect-text.ts'

interface DisconnectDialogProps {
  account: CalendarConnection
  onClose: () => void
}

/** Says what loses its calendar, and asks for another one if anything does. */
export function DisconnectDialog({ account, onClose }: DisconnectDialogProps) {
  const { name, provider, calendars } = account
  const { data: events = [] } = useQuery(eventsQuery({ includeArchived: 'true' }))
  const { data: writable, isError } = useQuery(calendarsQuery)
  const [replacement, setReplacement] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  /** Something started to use it while this was open. */
  const [isRefused, setIsRefused] = useState(false)
  const own = new Set(calendars.map(({ id }) => id))
  const titles = events.filter(({ calendarId }) => own.has(calendarId)).map(({ title }) => title)
  const bookings = calendars.reduce((sum, { upcomingBookings }) => sum + upcomingBookings, 0)
  const writes = calendars.reduce((sum, one) => sum + one.events, 0)
  const isUsed = isRefused || writes + bookings > 0
  const offered = calendarChoices((writable ?? []).filter(({ id }) => !own.has(id)))
  const waiting = isError ? 'We couldn’t load your calendars' : 'Loading calendars...'

  async function disconnect() {
    if (isUsed && replacement === '') return setError('Choose a calendar')
    setIsBusy(true)
    setError(null)
    try {
      await disconnectAccount(account, isUsed ? replacement : null)
      onClose()
    } catch (failure) {
      if (failure instanceof SessionExpired) return
      if (failure instanceof CallFailed && failure.code === 'calendar_in_use') setIsRefused(true)
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      role="alertdialog"
      title="Disconnect this account?"
      isOpen
      onClose={() => {
        if (!isBusy) onClose()
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Keep account
          </Button>
          <Button variant="danger" isBusy={isBusy} onClick={() => void disconnect()}>
            Disconnect
          </Button>
        </>
      }
    >
      <p className="font-medium wrap-anywhere">{name}</p>
      <ul className="grid list-disc gap-1 pl-5 text-muted wrap-anywhere">
        {disconnectText({ provider, titles, events: writes, bookings }).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isUsed ? (
        <Select
          label="Use this calendar instead"
          isRequired
          value={replacement}
          error={error}
          choices={[{ value: '', label: writable ? 'Choose a calendar' : waiting }, ...offered]}
          onChange={(value) => {
            setReplacement(value)
            setError(null)
          }}
        />
      ) : (
        <div role="alert" className="empty:hidden">
          {error !== null && <FieldError>{error}</FieldError>}
        </div>
      )}
    </Dialog>
  )
}
