import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { activityQuery, sessionsQuery } from '../../data/account-calls.ts'
import { watchedConnectionsQuery } from '../../data/connection-calls.ts'
import { labelsQuery } from '../../data/label-calls.ts'
import { tokensQuery } from '../../data/token-calls.ts'

/** A calendar's server may take half a minute to list the calendars of a new account. */
const PATIENCE_MS = 5_000

/**
 * Loads what the settings list. Whether all of it has arrived or failed, so that nothing will push down what is below,
 * or takes so long that it has to.
 */
export function useListsLoaded(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const answers = [
    useQuery(watchedConnectionsQuery),
    useQuery(labelsQuery),
    useQuery(sessionsQuery),
    useQuery(tokensQuery),
    useInfiniteQuery(activityQuery),
  ]
  return isLate || answers.every(({ isFetched }) => isFetched)
}
