import { queryOptions } from '@tanstack/react-query'
import type {
  CalendarCheckChange,
  CalendarConnection,
  ConnectedCalendar,
  ConnectionChange,
  NewConnection,
} from '../../../contract/calendars/calendar-connections.schema.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import { toasts } from './toasts.ts'
import { activityQuery } from './account-calls.ts'
import { api, SessionExpired } from './api.ts'
import { calendarHealthQuery } from './calendar-calls.ts'
import { calendarsQuery, reloadEvents } from './event-calls.ts'
import { queryClient } from './query-client.ts'

const REFRESH_MS = 20_000

/** The connected accounts with their calendars. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => api.listConnections({ signal }),
})

/** The same for a page that shows when each was last read. */
export const watchedConnectionsQuery = queryOptions({
  ...connectionsQuery,
  // An answer from before a change would take back what the page already shows.
  refetchInterval: () => (pendingChecks === 0 ? REFRESH_MS : false),
})

/**
 * What an account would block from one date to another (`YYYY-MM-DD`, both inclusive). Titles are forgotten with the
 * dialog.
 */
export const dryRunQuery = (id: string, dateFrom: string, dateTo: string, timezone: string) =>
  queryOptions({
    queryKey: ['dryRun', id, dateFrom, dateTo, timezone],
    queryFn: ({ signal }) =>
      api.dryRunConnection({ params: { id }, query: { dateFrom, dateTo, timezone }, signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

const changed = <Id extends string, Item extends { id: Id }>(
  items: readonly Item[],
  id: Id,
  part: Partial<Item>,
) => items.map((item) => (item.id === id ? { ...item, ...part } : item))

function showConnection(connection: CalendarConnection) {
  queryClient.setQueryData(connectionsQuery.queryKey, (accounts) =>
    accounts?.some(({ id }) => id === connection.id)
      ? changed(accounts, connection.id, connection)
      : accounts && [...accounts, connection],
  )
}

const showCalendar = (id: string, part: Partial<ConnectedCalendar>) =>
  queryClient.setQueryData(connectionsQuery.queryKey, (accounts) =>
    accounts?.map((account) => ({ ...account, calendars: changed(account.calendars, id, part) })),
  )

/** Everything that says which calendars there are, and what of them counts. */
async function reloadCalendars(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(connectionsQuery),
    queryClient.invalidateQueries(calendarsQuery),
    queryClient.invalidateQueries(calendarHealthQuery),
    queryClient.invalidateQueries({ queryKey: ['busyTimes'] }),
    queryClient.invalidateQueries(activityQuery),
  ])
}

let pendingChecks = 0

/** Shows a change at once, and takes it back with the server's reason if it fails. */
export async function changeCheck(calendar: ConnectedCalendar, change: CalendarCheckChange): Promise<void> {
  const { id } = calendar
  const keys = Object.keys(change) as (keyof CalendarCheckChange)[]
  const before = Object.fromEntries(keys.map((key) => [key, calendar[key]]))
  pendingChecks++
  await queryClient.cancelQueries(connectionsQuery)
  showCalendar(id, change)
  try {
    const saved = await api.updateCalendarCheck({ params: { id }, body: change })
    const { lastReadAt, unreadableSince, trouble } = saved
    showCalendar(id, { ...change, lastReadAt, unreadableSince, trouble })
    toasts.calendarSaved()
  } catch (error) {
    showCalendar(id, before)
    reportFailure(error, toasts.calendarNotSaved)
  } finally {
    pendingChecks--
  }
  if (pendingChecks === 0) await reloadCalendars()
}

function reportFailure(error: unknown, report: (words: string) => void) {
  if (!(error instanceof SessionExpired)) report(error instanceof Error ? error.message : String(error))
}

export const authorizeGoogle = () => api.authorizeConnection()

/** Throws with the server's reason. */
export async function connectAccount(body: NewConnection): Promise<CalendarConnection> {
  const connection = await api.connectCalendars({ body })
  showConnection(connection)
  await reloadCalendars()
  return connection
}

/** Throws with the server's reason. */
export async function changeConnection(id: string, body: ConnectionChange): Promise<CalendarConnection> {
  const connection = await api.updateConnection({ params: { id }, body })
  showConnection(connection)
  await reloadCalendars()
  return connection
}

/** Reads an account now. */
export async function refreshConnection(id: string): Promise<void> {
  try {
    const connection = await api.refreshConnection({ params: { id } })
    showConnection(connection)
    const checked = connection.calendars.filter(({ isChecked }) => isChecked)
    if (connection.status === 'connected' && checked.every(({ trouble }) => trouble === null))
      toasts.calendarsRead()
    else toasts.calendarsNotRead()
    await reloadCalendars()
  } catch (error) {
    reportFailure(error, toasts.calendarsNotRefreshed)
  }
}

/** Throws with the server's reason. `replacement`: the calendar that events and bookings get instead. */
export async function disconnectAccount(
  { id, name }: CalendarConnection,
  replacement: string | null,
): Promise<void> {
  try {
    await api.disconnectCalendars({ params: { id }, query: replacement === null ? {} : { replacement } })
  } catch (error) {
    // Another tab may have disconnected it.
    if (!(error instanceof CallFailed) || error.status !== 404) throw error
    const accounts = await queryClient.fetchQuery({ ...connectionsQuery, staleTime: 0 })
    if (accounts.some((account) => account.id === id)) throw error
  }
  await Promise.all([reloadCalendars(), reloadEvents()])
  toasts.accountDisconnected(name)
}
