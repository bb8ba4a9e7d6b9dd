import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { dayOf, formatDate } from '../../../availability/wall-time.ts'
import { type Travel, ruleLimits } from '../../../contract/event-rules.ts'
import { zoneTable } from '../../../contract/time-zones.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useNow } from '../../ui/use-now.ts'
import { knownZone } from '../time/format-time-zone.ts'
import { zoneChoices } from '../time/zones.ts'
import { fieldId, travelErrors } from './schedule-draft.ts'

interface TravelSectionProps {
  travels: readonly Travel[]
  onChange: (travels: Travel[]) => void
  timezone: string
  /** The server's. */
  error: string | undefined
}

/** Dates on which the hours are read in another zone. */
export function TravelSection({ travels, onChange, timezone, error }: TravelSectionProps) {
  const now = useNow()
  const wasLastRemoved = useRef(false)
  useEffect(() => {
    if (wasLastRemoved.current) document.getElementById(fieldId('travels'))?.focus()
    wasLastRemoved.current = false
  }, [travels])
  const errors = travelErrors(travels)
  const shown = errors.some((each) => each !== null) ? null : error

  function add() {
    const today = formatDate(dayOf(zoneTable(knownZone(timezone)), now))
    const last = travels.reduce((latest, { to }) => (to > latest ? to : latest), '')
    // After the other trips, so that the dates don't overlap.
    const from = last >= today ? formatDate(dayOf(zoneTable('UTC'), Date.parse(last)) + 1) : today
    onChange([...travels, { from, to: from, timezone }])
  }

  return (
    <SectionCard
      title="Travel"
      description="While you’re away, your hours are read in the time zone you’re in."
      action={
        travels.length < ruleLimits.travels && (
          <Button id={fieldId('travels')} size="sm" onClick={add}>
            <Plus aria-hidden="true" />
            Add trip
          </Button>
        )
      }
    >
      {travels.length === 0 && <p className="text-muted">No trips.</p>}
      <ul aria-label="Trips" className="grid gap-5">
        {travels.map((travel, index) => {
          const set = (part: Partial<Travel>) => onChange(travels.with(index, { ...travel, ...part }))
          const problem = errors[index]
          return (
            <li
              // Trips have no identity; each field only depends on its value.
              key={rowKey(index)}
              className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[10rem_10rem_minmax(0,1fr)_auto]"
            >
              <DateField
                label="First date"
                value={travel.from}
                onChange={(from) => set({ from: from ?? '' })}
              />
              <DateField label="Last date" value={travel.to} onChange={(to) => set({ to: to ?? '' })} />
              <Select
                label="Time zone there"
                choices={zoneChoices(travel.timezone)}
                value={travel.timezone}
                onChange={(there) => set({ timezone: there })}
              />
              <Button
                variant="quiet-danger"
                size="icon"
                className="self-end justify-self-end"
                aria-label={`Remove trip ${index + 1}`}
                onClick={() => {
                  // The next trip's button takes the place of others.
                  wasLastRemoved.current = index === travels.length - 1
                  onChange(travels.toSpliced(index, 1))
                }}
              >
                <Trash2 aria-hidden="true" />
              </Button>
              {problem && (
                <div className="col-span-full">
                  <FieldError>{problem}</FieldError>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {shown && <FieldError>{shown}</FieldError>}
    </SectionCard>
  )
}

const rowKey = (index: number) => `travel-${index}`
