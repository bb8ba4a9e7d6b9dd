import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schedule } from '../../../../contract/schedules/schedule.schema.ts'
import { schedulesQuery } from '../../data/schedule-calls.ts'

export interface ScheduleChoice {
  /** The host's schedules by name; empty until they are loaded. */
  schedules: readonly Schedule[]
  /** The one that the event uses; null for its own hours, or until it is loaded. */
  schedule: Schedule | null
}

const none: readonly Schedule[] = []

export function useSchedule(scheduleId: string | null): ScheduleChoice {
  const { data: schedules = none } = useQuery(schedulesQuery)
  return useMemo(
    () => ({ schedules, schedule: schedules.find(({ id }) => id === scheduleId) ?? null }),
    [schedules, scheduleId],
  )
}
