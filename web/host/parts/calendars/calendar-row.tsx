import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import {
  LAST_KNOWN_HOURS,
  type UnreadableChoice,
} from '../../../../contract/calendars/calendar-connections.ts'
import type {
  CalendarCheckChange,
  ConnectedCalendar,
  UnreadableEntries,
} from '../../../../contract/calendars/calendar-connections.schema.ts'
import { shortMomentText } from '../../../../contract/time/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { changeCheck } from '../../data/connection-calls.ts'
import { useHostTime } from '../time/use-host-time.ts'
import {
  countedKinds,
  countsText,
  kindLabels,
  readText,
  troubleText,
  unreadableEntriesText,
} from './account-text.ts'

interface CalendarRowProps {
  calendar: ConnectedCalendar
  /** Whether its account has no other. */
  isOnly: boolean
}

/** A calendar with its switch, its health, and which of its entries count. */
export function CalendarRow({ calendar, isOnly }: CalendarRowProps) {
  const { name, isPrimary, isChecked, missingSince } = calendar
  const text = readText(calendar, useNow())
  const change = (part: CalendarCheckChange) => void changeCheck(calendar, part)
  // Events can choose a calendar that isn't one of the usual ones, and it is read from then on.
  const isUsed = isChecked || calendar.lastReadAt !== null || calendar.events > 0
  return (
    <li className="py-3 last:pb-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
            <span className="font-medium">{name}</span>
            {isPrimary && !isOnly && <Badge>Primary</Badge>}
          </p>
          {text !== '' && <p className="mt-0.5 text-xs text-muted tabular-nums">{text}</p>}
        </div>
        <Switch
          label={`Check “${name}” for conflicts`}
          isLabelHidden
          isOn={isChecked}
          isDisabled={missingSince !== null && !isChecked}
          onChange={(isOn) => change({ isChecked: isOn })}
        />
      </div>
      <Health calendar={calendar} />
      {calendar.unreadableEntries && <UnreadableNote entries={calendar.unreadableEntries} />}
      {isUsed && missingSince === null && <Details calendar={calendar} onChange={change} />}
    </li>
  )
}

function Health({ calendar }: { calendar: ConnectedCalendar }) {
  const { viewer } = useHostTime()
  const { missingSince, unreadableSince, trouble } = calendar
  if (missingSince !== null)
    return <Warning>This calendar was deleted, or is no longer shared with you.</Warning>
  if (unreadableSince !== null) {
    return (
      <Warning>
        Can’t be read since {shortMomentText(unreadableSince, viewer)}. {troubleText(trouble)}
      </Warning>
    )
  }
  if (trouble !== null) return <Warning>The last try to read it failed. {troubleText(trouble)}</Warning>
  return null
}

function UnreadableNote({ entries }: { entries: UnreadableEntries }) {
  const { viewer } = useHostTime()
  return (
    <Warning>
      {unreadableEntriesText(entries, viewer)} In your calendar, save {entries.count === 1 ? 'it' : 'them'}{' '}
      again or remove {entries.count === 1 ? 'it' : 'them'}.
    </Warning>
  )
}

const Warning = ({ children }: { children: React.ReactNode }) => (
  <p className="mt-1.5 flex items-start gap-1.5 text-warning">
    <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

const unreadableLabels: Record<UnreadableChoice, string> = {
  close: 'Close my events',
  lastKnown: `Use its last known entries for up to ${LAST_KNOWN_HOURS} hours`,
}
const unreadableChoices = Object.entries(unreadableLabels) as [UnreadableChoice, string][]

interface DetailsProps {
  calendar: ConnectedCalendar
  onChange: (change: CalendarCheckChange) => void
}

const optionClass = 'flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11'

/** Which entries count, and what happens without them. */
function Details({ calendar, onChange }: DetailsProps) {
  const group = useId()
  return (
    <details className="group mt-1">
      <summary className="-mx-1.5 flex w-fit list-none items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {countsText(calendar)}
        <span className="sr-only"> of {calendar.name}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-3.5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md bg-sunken p-3.5 sm:grid-cols-2">
        <fieldset>
          <legend className="mb-1 font-medium">Also block my time</legend>
          {countedKinds.map((kind) => (
            <label key={kind} className={optionClass}>
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-brand"
                checked={calendar[kind]}
                onChange={({ target }) => onChange({ [kind]: target.checked })}
              />
              {kindLabels[kind]}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend className="mb-1 font-medium">If it can’t be read</legend>
          {unreadableChoices.map(([choice, label]) => (
            <label key={choice} className={optionClass}>
              <input
                type="radio"
                name={group}
                className="size-4 shrink-0 accent-brand"
                checked={calendar.whenUnreadable === choice}
                onChange={() => onChange({ whenUnreadable: choice })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  )
}
