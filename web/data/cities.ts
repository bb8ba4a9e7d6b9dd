import url from './cities.json?url'
import type { Cities } from './search-zones.ts'

let cities: Promise<Cities> | null = null

/** The cities by which people search for a zone. If they can't be loaded, the next call tries again. */
export function loadCities(): Promise<Cities> {
  cities ??= fetch(url).then((response) => response.json() as Promise<Cities>)
  cities.catch(() => (cities = null))
  return cities
}

/** As long as they haven't been loaded. */
export const noCities: Cities = {}
