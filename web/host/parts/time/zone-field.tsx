import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cities } from '../../../data/search-zones.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { citiesQuery } from '../../data/city-calls.ts'
import { formatTimeZone, getKnownDeviceZone, isDeviceZone } from '../../data/format-time-zone.ts'
import { findZones } from './find-zones.ts'
import { zoneChoices } from '../../data/zones.ts'
import { useZoneRules } from './use-host-time.ts'

const MAX_SHOWN = 8
const noCities: Cities = {}

interface ZoneFieldProps {
  id: string
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}

/** Chooses a zone from all there are, or by searching for a city, a country or an offset. */
export function ZoneField({ id, value, error, onChange }: ZoneFieldProps) {
  useZoneRules()
  const [query, setQuery] = useState('')
  const [isUsed, setUsed] = useState(false)
  const { data: cities = noCities, isLoading } = useQuery({ ...citiesQuery, enabled: isUsed })
  const found = findZones(query, cities)
  const device = getKnownDeviceZone()
  const elsewhere =
    device === null || isDeviceZone(value) ? '' : ` This device is in ${formatTimeZone(device)}.`

  function choose(zone: string) {
    onChange(zone)
    setQuery('')
    // The results disappear, so the focus moves to the field they changed.
    document.getElementById(id)?.focus()
  }

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-5 gap-y-3 sm:col-span-2 sm:grid-cols-2">
      <Select
        id={id}
        label="Time zone"
        hint={`All times on this page use this time zone.${elsewhere}`}
        choices={zoneChoices(value)}
        value={value}
        error={error}
        onChange={onChange}
      />
      <div className="grid gap-2">
        <Field label="Find a zone">
          {(control) => (
            <input
              {...control}
              className="control"
              placeholder="City, country or offset"
              autoComplete="off"
              value={query}
              onFocus={() => setUsed(true)}
              onChange={({ target }) => setQuery(target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setQuery('')
                if (event.key !== 'Enter') return
                // It would save the event.
                event.preventDefault()
                if (found[0]) choose(found[0].name)
              }}
            />
          )}
        </Field>
        <p role="status" className="text-xs text-muted">
          {query.trim() !== '' &&
            (isLoading && found.length === 0 ? 'Loading cities...' : countText(found.length))}
        </p>
        {found.length > 0 && (
          <ul aria-label="Matching zones" className="grid overflow-hidden rounded-md border border-line">
            {found.slice(0, MAX_SHOWN).map(({ name, label, city }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => choose(name)}
                  className="w-full px-3 py-2 text-left hover:bg-sunken pointer-coarse:min-h-11"
                >
                  {city === null ? label : `${city}, ${label}`}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function countText(count: number): string {
  if (count === 0) return 'No time zone matches.'
  if (count > MAX_SHOWN) return `The first ${MAX_SHOWN} of ${count} matches. Type more to narrow them down.`
  return count === 1 ? '1 match' : `${count} matches`
}
