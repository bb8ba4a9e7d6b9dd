import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import { troubleText } from '../../parts/calendars/account-text.ts'
import { connectionsQuery } from '../../data/connection-calls.ts'
import {
  goneCalendars,
  offeredCalendars,
  unreadableAmong,
  usualCalendars,
  usualText,
} from './checked-choice.ts'
import { fieldId } from './event-errors.ts'

interface AlsoChecksProps {
  /** The ids; null for the usual ones. */
  value: readonly string[] | null
  /** The calendar that the event writes to. */
  own: string | null
  error: string | undefined
  onChange: (value: string[] | null) => void
}

/** Whether the host has calendars to choose from. Until they are known, yes, because most hosts do. */
export function useOtherCalendars(value: readonly string[] | null): boolean {
  const { data: accounts } = useQuery(connectionsQuery)
  return value !== null || accounts === undefined || accounts.flatMap(({ calendars }) => calendars).length > 1
}

/** Which calendars an event checks besides the one it writes to. */
export function AlsoChecks({ value, own, error, onChange }: AlsoChecksProps) {
  const { data: accounts } = useQuery(connectionsQuery)
  /** The choice comes back if the host tries the usual ones in between. */
  const [last, setLast] = useState<string[] | null>(null)
  const unreadable = accounts ? unreadableAmong(accounts, { chosen: value, own }) : []

  function choose(kind: string) {
    if (kind === 'chosen') return onChange(last ?? usualCalendars(accounts ?? []).map(({ id }) => id))
    setLast(value && [...value])
    onChange(null)
  }

  return (
    <>
      <Select
        id={fieldId('checkedCalendars')}
        label="Also checks"
        hint="Times when you’re busy in these calendars are hidden, too."
        value={value === null ? 'usual' : 'chosen'}
        error={error ?? null}
        choices={[
          { value: 'usual', label: usualText(accounts) },
          { value: 'chosen', label: 'Choose calendars' },
        ]}
        onChange={choose}
      />
      {value !== null && accounts && (
        <Choices
          accounts={offeredCalendars(accounts, { chosen: value, own })}
          gone={goneCalendars(accounts, value)}
          onToggle={(id, isOn) => onChange(isOn ? [...value, id] : value.filter((other) => other !== id))}
        />
      )}
      {unreadable.length > 0 && (
        <ul role="status" className="grid gap-1 text-warning sm:col-span-2">
          {unreadable.map(({ id, name, trouble }) => (
            <li key={id} className="flex items-start gap-1.5">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                We can’t read “{name}” right now. {troubleText(trouble)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface ChoicesProps {
  accounts: ReturnType<typeof offeredCalendars>
  /** The ids of chosen calendars that no account has anymore. */
  gone: readonly string[]
  onToggle: (id: string, isOn: boolean) => void
}

function Choices({ accounts, gone, onToggle }: ChoicesProps) {
  return (
    <div
      role="group"
      aria-label="Calendars to check"
      className="grid gap-x-6 gap-y-3 rounded-md border border-line bg-sunken p-4 sm:col-span-2 sm:grid-cols-2"
    >
      {accounts.map(({ id, name, calendars }) => (
        <fieldset key={id} className="min-w-0">
          <legend className="mb-0.5 text-xs font-medium text-muted wrap-anywhere">{name}</legend>
          {calendars.map((calendar) => (
            <Box
              key={calendar.id}
              label={calendar.name}
              note={calendar.isOwn ? 'Bookings are added here' : null}
              isOn={calendar.isOn}
              isDisabled={calendar.isOwn}
              onChange={(isOn) => onToggle(calendar.id, isOn)}
            />
          ))}
        </fieldset>
      ))}
      {gone.map((id) => (
        <Box
          key={id}
          label="A calendar that isn’t connected anymore"
          note={null}
          isOn
          isDisabled={false}
          onChange={() => onToggle(id, false)}
        />
      ))}
    </div>
  )
}

interface BoxProps {
  label: string
  note: string | null
  isOn: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
}

const Box = ({ label, note, isOn, isDisabled, onChange }: BoxProps) => (
  <label
    className={`flex min-h-8 items-start gap-2.5 py-1 pointer-coarse:min-h-11 pointer-coarse:items-center ${isDisabled ? 'cursor-not-allowed' : 'cursor-pointer'}`}
  >
    <input
      type="checkbox"
      className="mt-0.5 size-4 shrink-0 accent-brand pointer-coarse:mt-0"
      checked={isOn}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className="min-w-0 wrap-anywhere">
      {label}
      {note && <span className="block text-xs text-muted">{note}</span>}
    </span>
  </label>
)
