import { type SettingsValues, settingsDefaults } from '../../../contract/settings-options.ts'

/**
 * What the form changes of the settings, and nothing else of them: what is changed in another tab meanwhile is shown here at
 * once, and never overwritten.
 */
export type SettingsDraft = Partial<SettingsValues>

const defaults: Readonly<Record<string, unknown>> = { ...settingsDefaults }

export const isSettingsDraft = (value: unknown): value is SettingsDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([key, part]) => key in defaults && typeof part === typeof defaults[key])

/** What of a draft the settings do not say already. */
export function changesOf(draft: SettingsDraft, settings: SettingsValues): SettingsDraft {
  const saved: Readonly<Record<string, unknown>> = { ...settings }
  return Object.fromEntries(Object.entries(draft).filter(([key, value]) => value !== saved[key]))
}

export type SettingsErrors = Partial<Record<keyof SettingsValues, string>>

export const fieldId = (key: keyof SettingsValues) => `settings-${key}`

/** The `fields` of a refusal by the server. What has no place in the form comes back as `rest`. */
export function errorsFromServer(fields: Readonly<Record<string, string>>) {
  const errors: SettingsErrors = {}
  const rest: string[] = []
  for (const [key, message] of Object.entries(fields)) {
    if (key in defaults) errors[key as keyof SettingsValues] = message
    else rest.push(message)
  }
  return { errors, rest }
}
