import { queryOptions } from '@tanstack/react-query'
import { HOUR } from '../../../availability/units.ts'
import { setTimeZones } from './zones.ts'
import { api } from './api.ts'

const SIX_HOURS_MS = 6 * HOUR

/** The rules of all time zones. They change a few times a year, and an unchanged answer is empty. */
export const timeZonesQuery = queryOptions({
  queryKey: ['timeZones'],
  async queryFn({ signal }) {
    const list = await api.listTimezones({ query: {}, signal })
    setTimeZones(list)
    return list
  },
  staleTime: SIX_HOURS_MS,
  gcTime: Infinity,
  refetchInterval: SIX_HOURS_MS,
  refetchOnReconnect: 'always',
  meta: { isPublic: true },
})

/** What runs here. */
export const metaQuery = queryOptions({
  queryKey: ['meta'],
  queryFn: ({ signal }) => api.getMeta({ signal }),
  staleTime: SIX_HOURS_MS,
  meta: { isPublic: true },
})
