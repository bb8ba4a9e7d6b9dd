import { queryOptions } from '@tanstack/react-query'
import { loadCities } from '../../data/cities.ts'

/** The cities by which people search for a zone. */
export const citiesQuery = queryOptions({
  queryKey: ['cities'],
  queryFn: loadCities,
  staleTime: Infinity,
  gcTime: Infinity,
  meta: { isPublic: true },
})
