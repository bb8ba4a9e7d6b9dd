import { useLayoutEffect, useMemo } from 'react'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { useProgressiveCount } from '../../../ui/use-progressive-count.ts'
import { zoneDetails } from './zone-details.ts'

interface ZoneListProps {
  id: string
  zones: readonly string[]
  /** By zone. */
  countries: ReadonlyMap<string, readonly string[] | null>
  /** By zone: the city of it that was searched for. */
  typedCities: ReadonlyMap<string, string | null>
  /** What Enter chooses, and whether it was reached by keyboard. */
  active: string
  isByKey: boolean
  /** The current zone, and the device's. */
  shown: string
  device: string | null
  viewer: Viewer
  /** Epoch milliseconds. */
  at: number
  onActive: (zone: string) => unknown
  onChoose: (zone: string) => void
}

/** The options of the search for a zone. */
export function ZoneList(props: ZoneListProps) {
  const { id, zones, countries, typedCities, active, isByKey, shown, device, viewer, at } = props
  const { onActive, onChoose } = props
  const count = Math.max(useProgressiveCount(zones.length), zones.indexOf(active) + 1)
  useLayoutEffect(() => {
    if (isByKey) document.getElementById(id + active)?.scrollIntoView({ block: 'nearest' })
  }, [isByKey, id, active])
  return (
    <ul id={id} role="listbox" aria-label="Time zones" tabIndex={-1}>
      {zones.slice(0, count).map((name) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field has the focus and gets the keys.
        <li
          key={name}
          id={id + name}
          role="option"
          aria-selected={name === shown}
          data-active={name === active || undefined}
          onPointerMove={() => onActive(name)}
          onClick={() => onChoose(name)}
        >
          <Details
            name={name}
            countries={countries.get(name) ?? NO_COUNTRIES}
            typedCity={typedCities.get(name) ?? null}
            isDevice={name === device}
            viewer={viewer}
            at={at}
          />
        </li>
      ))}
    </ul>
  )
}

const NO_COUNTRIES: readonly string[] = []

interface DetailsProps {
  name: string
  countries: readonly string[]
  typedCity: string | null
  isDevice: boolean
  viewer: Viewer
  at: number
}

function Details({ name, countries, typedCity, isDevice, viewer, at }: DetailsProps) {
  // The same elements for the same zone, so that hundreds of others stay as they are when a key is pressed.
  return useMemo(() => {
    const { city, place, time, offset } = zoneDetails(name, { countries, viewer, at })
    return (
      <>
        <span>{city}</span>
        <span>{time}</span>
        <span>
          {[typedCity, place].filter(Boolean).join(', ') || (isDevice && 'This device')}
          {isDevice && (typedCity !== null || place !== '') && ' (this device)'}
        </span>
        <span>{offset}</span>
      </>
    )
  }, [name, countries, typedCity, isDevice, viewer, at])
}
