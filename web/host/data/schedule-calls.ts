import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) => api.listSchedules({ signal }),
})
