import type { Deps } from '../../adapters/deps.ts'

/** Where Google, the only provider that does, sends its change notifications. */
export const webhookUrl = ({ publicUrl, calendarProviders }: Pick<Deps, 'publicUrl' | 'calendarProviders'>) =>
  `${publicUrl}${calendarProviders.google.webhookPath}`
