import { expect, it } from 'vitest'
import {
  noSettings,
  type RetentionMonths,
  settingsDefaults,
  settingsTimezones,
} from '../../../../contract/account/settings-options.ts'
import { changesOf, errorsFromServer, isSettingsDraft, newRetention } from './settings-draft.ts'
import { timeNow, zoneChoices } from './zone-choices.ts'

it('saves only what differs from the saved settings', () => {
  const draft = { default_duration: 45, time_format: '12hour', notification_emails: false } as const
  const saved = { ...settingsDefaults, defaults: [] }
  expect(changesOf(draft, saved)).toEqual({ default_duration: 45, notification_emails: false })
  expect(changesOf({}, saved)).toEqual({})
  // Nobody chose the default before.
  expect(changesOf(draft, noSettings)).toEqual(draft)
  expect(changesOf({ keep_bookings_months: null }, noSettings)).toEqual({})
})

it('restores a stored draft only if it has the right shape', () => {
  for (const draft of [{ default_duration: 45 }, { keep_bookings_months: null }, { keep_bookings_months: 6 }])
    expect(isSettingsDraft(draft)).toBe(true)
  for (const other of [null, 'text', { default_duration: '45' }, { odd: 1 }, { keep_bookings_months: 7 }]) {
    expect(isSettingsDraft(other)).toBe(false)
  }
})

it('asks about every new time to keep bookings, because another tab may have chosen a longer one', () => {
  const saved = (months: RetentionMonths | null) => ({
    ...settingsDefaults,
    keep_bookings_months: months,
    defaults: [],
  })
  expect(newRetention({ keep_bookings_months: 60 }, saved(null))).toBe(60)
  expect(newRetention({ keep_bookings_months: 6 }, saved(12))).toBe(6)
  expect(newRetention({ keep_bookings_months: 24 }, saved(12))).toBe(24)
  expect(newRetention({ keep_bookings_months: 12 }, saved(12))).toBeNull()
  expect(newRetention({ keep_bookings_months: null }, saved(12))).toBeNull()
  expect(newRetention({}, saved(12))).toBeNull()
})

it('assigns the server’s messages to their fields', () => {
  expect(errorsFromServer({ timezone: 'Unknown time zone', odd: 'Odd' })).toEqual({
    errors: { timezone: 'Unknown time zone' },
    rest: ['Odd'],
  })
})

it('lists zones by region and city, including an unlisted saved one', () => {
  const choices = zoneChoices('America/New_York')
  expect(choices).toHaveLength(settingsTimezones.length)
  expect(choices.find(({ value }) => value === 'America/Argentina/Buenos_Aires')).toMatchObject({
    label: 'Buenos Aires (GMT-3)',
    group: 'America',
  })
  expect(choices.at(-1)).toMatchObject({ value: 'UTC', group: 'Other' })
  expect(zoneChoices('Asia/Kathmandu').filter(({ group }) => group === 'Asia')).toContainEqual({
    value: 'Asia/Kathmandu',
    label: 'Kathmandu (GMT+5:45)',
    group: 'Asia',
  })
  // The server knows zones that this browser doesn't.
  expect(zoneChoices('Moon/Base')).toContainEqual({ value: 'Moon/Base', label: 'Base', group: 'Other' })
})

it('shows the current time in a zone, in the chosen format', () => {
  const now = Date.parse('2027-01-04T18:00:00Z')
  const there = { locale: 'en-US', timeZone: 'Asia/Kathmandu', hour12: true }
  expect(timeNow(now, there)).toBe('11:45 PM, Monday')
  expect(timeNow(now, { ...there, hour12: false })).toBe('23:45, Monday')
  expect(timeNow(now, { ...there, timeZone: 'Moon/Base' })).toBeNull()
})
