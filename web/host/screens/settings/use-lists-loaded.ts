import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { activityQuery, sessionsQuery } from '../../data/account-calls.ts'
import { watchedConnectionsQuery } from '../../data/connection-calls.ts'
import { labelsQuery } from '../../data/label-calls.ts'
import { tokensQuery } from '../../data/token-calls.ts'

/** Loads what the settings list. Whether all of it has arrived or failed, so that nothing will push down what is below. */
export function useListsLoaded(): boolean {
  const answers = [
    useQuery(watchedConnectionsQuery),
    useQuery(labelsQuery),
    useQuery(sessionsQuery),
    useQuery(tokensQuery),
    useInfiniteQuery(activityQuery),
  ]
  return answers.every(({ isFetched }) => isFetched)
}
