import {
  type BookingLimit,
  type LimitPeriod,
  limitPeriods,
  type WeekStart,
  weekStarts,
} from '../../../../contract/events/event-rules.ts'
import type { SettingsValues } from '../../../../contract/account/settings-options.ts'

export type LimitSettings = Pick<SettingsValues, 'week_start' | 'booking_limits'>

type Maximums = Pick<BookingLimit, 'bookings' | 'minutes'>

/**
 * Only what the form changed. Changes from another tab show here immediately and are never overwritten, also to another
 * limit of the same period.
 */
export type LimitsDraft = { week_start?: WeekStart } & Partial<Record<LimitPeriod, Partial<Maximums>>>

const maximums = ['bookings', 'minutes'] as const

const isMaximum = (value: unknown) => value === null || typeof value === 'number'

export const isLimitsDraft = (value: unknown): value is LimitsDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([key, part]: [string, unknown]) =>
    key === 'week_start' ? weekStarts.some((first) => first === part) : isPeriod(key) && areMaximums(part),
  )

const isPeriod = (key: string) => limitPeriods.some((per) => per === key)

const areMaximums = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([key, part]) => maximums.some((name) => name === key) && isMaximum(part))

const limitOf = (limits: readonly BookingLimit[], per: LimitPeriod): BookingLimit =>
  limits.find((limit) => limit.per === per) ?? { per, bookings: null, minutes: null }

/** The settings with a draft's changes. */
export function withChanges(draft: LimitsDraft, saved: LimitSettings): LimitSettings {
  const limits = limitPeriods.map((per) => ({ ...limitOf(saved.booking_limits, per), ...draft[per] }))
  return {
    week_start: draft.week_start ?? saved.week_start,
    booking_limits: limits.filter(({ bookings, minutes }) => bookings !== null || minutes !== null),
  }
}

/** The changes between two states. */
export function changesBetween(from: LimitSettings, to: LimitSettings): LimitsDraft {
  const draft: LimitsDraft = { ...(from.week_start !== to.week_start && { week_start: to.week_start }) }
  for (const per of limitPeriods) {
    const [before, after] = [limitOf(from.booking_limits, per), limitOf(to.booking_limits, per)]
    const changed = maximums.filter((part) => before[part] !== after[part])
    if (changed.length > 0) draft[per] = Object.fromEntries(changed.map((part) => [part, after[part]]))
  }
  return draft
}

/** The part of a draft that differs from the saved settings. */
export const changesOf = (draft: LimitsDraft, saved: LimitSettings) =>
  changesBetween(saved, withChanges(draft, saved))

/** A draft with further changes. */
export const withMore = (draft: LimitsDraft, { week_start, ...changed }: LimitsDraft): LimitsDraft => ({
  ...draft,
  ...(week_start && { week_start }),
  ...Object.fromEntries(
    limitPeriods.flatMap((per) => (changed[per] ? [[per, { ...draft[per], ...changed[per] }]] : [])),
  ),
})

/** What to save; a change to limits contains all of them. */
export function inputFrom(draft: LimitsDraft, saved: LimitSettings): Partial<LimitSettings> {
  const { week_start, ...limits } = changesOf(draft, saved)
  return {
    ...(week_start && { week_start }),
    ...(Object.keys(limits).length > 0 && { booking_limits: withChanges(draft, saved).booking_limits }),
  }
}
