import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schedule } from '../../../../contract/schedules/schedule.schema.ts'
import { schedulesQuery } from '../../data/schedule-calls.ts'

export interface ScheduleChoice {
  /** The host's schedules by name; empty until they are loaded. */
  schedules: readonly Schedule[]
  /** The one that the event uses; null for its own hours, or if it isn't among them. */
  schedule: Schedule | null
  /** What to call the event's schedule if it isn't among them. */
  otherName: string
}

const none: readonly Schedule[] = []

export function useSchedule(scheduleId: string | null): ScheduleChoice {
  const { data, isError } = useQuery(schedulesQuery)
  return useMemo(() => {
    const schedules = data ?? none
    const schedule = schedules.find(({ id }) => id === scheduleId) ?? null
    return { schedules, schedule, otherName: otherName(data !== undefined, isError) }
  }, [data, isError, scheduleId])
}

function otherName(isLoaded: boolean, isError: boolean): string {
  if (isLoaded) return 'A schedule that is no longer available'
  return isError ? 'We couldn’t load your schedules' : 'Loading schedules...'
}
