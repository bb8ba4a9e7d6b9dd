import type { Deps } from '../../deps.ts'

/** Where the provider sends its change notifications. */
export const webhookUrl = ({ publicUrl, calendarProvider }: Pick<Deps, 'publicUrl' | 'calendarProvider'>) =>
  `${publicUrl}${calendarProvider.webhookPath}`
