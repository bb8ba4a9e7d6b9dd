import {
  type KnownSettings,
  type RetentionMonths,
  retentionMonths,
  type SettingsValues,
  settingsDefaults,
} from '../../../../contract/account/settings-options.ts'

/**
 * Only the settings that the form changed. Changes from another tab show here immediately and are never overwritten.
 */
export type SettingsDraft = Partial<SettingsValues>

const defaults: Readonly<Record<string, unknown>> = { ...settingsDefaults }

export const isSettingsDraft = (value: unknown): value is SettingsDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([key, part]) => key in defaults && isPart(key, part))

const isPart = (key: string, part: unknown) =>
  key === 'keep_bookings_months'
    ? part === null || retentionMonths.some((months) => months === part)
    : typeof part === typeof defaults[key]

/**
 * The new time to keep bookings; null if it stays, or if they are kept forever. Even a longer one may delete some, if
 * another tab has chosen to keep them longer still.
 */
export const newRetention = (draft: SettingsDraft, settings: KnownSettings): RetentionMonths | null =>
  changesOf(draft, settings).keep_bookings_months ?? null

/** The part of a draft that differs from the saved settings. Choosing what was only the default is a change, too. */
export function changesOf(draft: SettingsDraft, settings: KnownSettings): SettingsDraft {
  const { defaults: unchosen, ...saved } = settings
  const isChange = (key: keyof SettingsValues) =>
    draft[key] !== saved[key] || (unchosen.includes(key) && draft[key] !== null)
  return Object.fromEntries(Object.entries(draft).filter(([key]) => isChange(key as keyof SettingsValues)))
}

export type SettingsErrors = Partial<Record<keyof SettingsValues, string>>

export const fieldId = (key: keyof SettingsValues) => `settings-${key}`

/** Assigns the `fields` of a server error. Messages without a place are returned as `rest`. */
export function errorsFromServer(fields: Readonly<Record<string, string>>) {
  const errors: SettingsErrors = {}
  const rest: string[] = []
  for (const [key, message] of Object.entries(fields)) {
    if (key in defaults) errors[key as keyof SettingsValues] = message
    else rest.push(message)
  }
  return { errors, rest }
}
