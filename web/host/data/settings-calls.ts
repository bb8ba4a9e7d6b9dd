import { queryOptions } from '@tanstack/react-query'
import type { Settings } from '../../../contract/settings.schema.ts'
import type { SettingsValues } from '../../../contract/settings-options.ts'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { toasts } from '../toasts.ts'

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
