import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ruleLimits } from '../../../../contract/events/event-rules.ts'
import { type Travel } from '../../../../contract/hours/hours.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { isSame } from '../../parts/editor/merge-drafts.ts'
import { zoneChoices } from '../../data/zones.ts'
import { fieldId, newTravel, travelErrors } from './schedule-draft.ts'

interface TravelSectionProps {
  travels: readonly Travel[]
  onChange: (travels: Travel[]) => void
  /** The server's. */
  error: string | undefined
}

/** Dates on which the hours are read in another zone. */
export function TravelSection({ travels, onChange, error }: TravelSectionProps) {
  const wasLastRemoved = useRef(false)
  useEffect(() => {
    if (wasLastRemoved.current) document.getElementById(fieldId('travels'))?.focus()
    wasLastRemoved.current = false
  }, [travels])
  const errors = travelErrors(travels)
  const shown = errors.some((each) => each !== null) ? null : error

  return (
    <SectionCard
      title="Travel"
      description="While you’re away, your hours are read in the time zone you’re in."
      action={
        travels.length < ruleLimits.travels && (
          <Button id={fieldId('travels')} size="sm" onClick={() => onChange([...travels, newTravel])}>
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
                value={travel.from === '' ? null : travel.from}
                onChange={(from) => set({ from: from ?? '' })}
              />
              <DateField
                label="Last date"
                value={travel.to === '' ? null : travel.to}
                onChange={(to) => set({ to: to ?? '' })}
              />
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
                  {error === undefined && isSame(travel, newTravel) ? (
                    <p className="text-muted">{problem}</p>
                  ) : (
                    <FieldError>{problem}</FieldError>
                  )}
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
