import { useEffect, useMemo, useState } from 'react'
import { usualZone } from '../../../../contract/time/time-text.ts'
import { loadCities } from '../../../data/cities.ts'
import type { Cities, ZoneList } from '../../../data/search-zones.ts'
import { loadChoices, loadedChoices } from '../../load-zones.ts'

/**
 * The zones that people can choose: the server's list, or as long as that isn't there, the names that the device knows.
 * Some may be missing there, and nobody uses others anymore. `list` and `cities` are null until they are there; if they
 * can't be loaded, `list` is undefined, and `cities` is empty.
 */
export function useZoneNames() {
  const [list, setList] = useState<ZoneList | null | undefined>(loadedChoices)
  const [cities, setCities] = useState<Cities | null>(null)
  useEffect(() => {
    loadChoices().then(setList, () => setList(undefined))
    loadCities().then(setCities, () => setCities({}))
  }, [])
  const names = useMemo(() => {
    const all = list?.timezones.map(({ timeZone }) => timeZone) ?? Intl.supportedValuesOf?.('timeZone') ?? []
    return [...new Set([...all, 'UTC'].map(usualZone))]
  }, [list])
  return { list, names, cities }
}
