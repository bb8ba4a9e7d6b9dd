import url from './cities.json?url'
import type { Cities } from './search-zones.ts'

let cities: Promise<Cities> | null = null

/** The cities by which people search for a zone. If they can't be loaded, the next call tries again. */
export function loadCities(): Promise<Cities> {
  cities ??= fetch(url).then((response) => {
    if (!response.ok) throw new Error(`Cities: ${response.status}`)
    return response.json() as Promise<Cities>
  })
  cities.catch(() => (cities = null))
  return cities
}
