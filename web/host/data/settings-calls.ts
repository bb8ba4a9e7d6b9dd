import { queryOptions } from '@tanstack/react-query'
import type { Settings } from '../../../contract/account/settings.schema.ts'
import type { RetentionMonths, SettingsValues } from '../../../contract/account/settings-options.ts'
import { api, SessionExpired } from './api.ts'
import { queryClient } from './query-client.ts'
import { toasts } from './toasts.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.getSettings({ signal }),
  meta: { onFailure: toasts.settingsNotLoaded },
})

/** Saves only what changed, because another tab may have changed the rest. */
export async function saveSettings(change: Partial<SettingsValues>): Promise<Settings> {
  const settings = await api.updateSettings({ body: change })
  // A running request may return an older state.
  await queryClient.cancelQueries(settingsQuery)
  queryClient.setQueryData(settingsQuery.queryKey, settings)
  return settings
}

/** Saves a change to what is stored now, which may be newer than what this tab knows. */
export const saveLatestSettings = async (
  changeOf: (latest: Settings) => Partial<SettingsValues>,
): Promise<Settings> => saveSettings(changeOf(await api.getSettings()))

/** How many bookings go if they are kept for only so many months. Null if that isn't known, which a toast reports. */
export async function countExpiringBookings(months: RetentionMonths): Promise<number | null> {
  try {
    return (await api.countExpiringBookings({ query: { keep_bookings_months: String(months) } })).count
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.settingsNotSaved()
    return null
  }
}
