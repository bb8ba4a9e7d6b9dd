import { queryOptions } from '@tanstack/react-query'
import { DAY } from '../../../availability/units.ts'
import type { Schedule } from '../../../contract/schedules/schedule.schema.ts'
import { scheduleLimits } from '../../../contract/schedules/schedule.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import { toasts } from './toasts.ts'
import { api, SessionExpired } from './api.ts'
import { deleteIfThere, queryClient } from './query-client.ts'

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) => api.listSchedules({ signal }),
  meta: { onFailure: toasts.schedulesNotLoaded },
})

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedule', id],
    queryFn: ({ signal }) => api.getSchedule({ params: { id }, signal }),
    meta: { onFailure: toasts.schedulesNotLoaded },
    // A form is filled from it once, so it must be fresh and must not change afterward.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export async function reloadSchedules(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['schedules'] })
}

export const holidayCountriesQuery = queryOptions({
  queryKey: ['holidayCountries'],
  queryFn: ({ signal }) => api.listHolidayCountries({ signal }),
  meta: { isPublic: true, onFailure: toasts.holidaysNotLoaded },
  staleTime: DAY,
})

export const holidaysQuery = (country: string, region: string | null, year: number) =>
  queryOptions({
    queryKey: ['holidays', country, region, year],
    queryFn: ({ signal }) =>
      api.listHolidays({
        params: { country },
        query: { year: String(year), ...(region !== null && { region }) },
        signal,
      }),
    meta: { isPublic: true, onFailure: toasts.holidaysNotLoaded },
    staleTime: DAY,
  })

/** The host's busy times from one date to another (`YYYY-MM-DD`, both inclusive). The week works without them. */
export const busyTimesQuery = (dateFrom: string, dateTo: string, timezone: string) =>
  queryOptions({
    queryKey: ['busyTimes', dateFrom, dateTo, timezone],
    queryFn: ({ signal }) => api.listBusyTimes({ query: { dateFrom, dateTo, timezone }, signal }),
  })

export async function duplicateSchedule(schedule: Schedule, idempotencyKey: string): Promise<void> {
  const { name, timezone, weeklyAvailabilitySlots, overrides, travels, holidays } = schedule
  try {
    await api.createSchedule({
      body: { name: copyName(name), timezone, weeklyAvailabilitySlots, overrides, travels, holidays },
      idempotencyKey,
    })
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.scheduleNotSaved(wordsOf(error))
  }
  await reloadSchedules()
}

const COPY = ' (copy)'
const copyName = (name: string) => `${name.slice(0, scheduleLimits.name - COPY.length)}${COPY}`

export async function deleteSchedule({ id, name }: Schedule): Promise<void> {
  try {
    await deleteIfThere(() => api.deleteSchedule({ params: { id } }))
    toasts.scheduleDeleted(name)
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.scheduleNotDeleted(wordsOf(error))
  }
  await reloadSchedules()
}

const wordsOf = (error: unknown) => (error instanceof CallFailed ? error.message : null)
