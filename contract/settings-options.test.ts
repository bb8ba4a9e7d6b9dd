import { expect, test } from 'vitest'
import { isTimeZone } from './time-zones.ts'
import { timezoneOptions } from './event-options.ts'
import { eventStart, settingsDefaults, settingsTimezones } from './settings-options.ts'

test("offers 49 known zones without duplicates, including the event editor's", () => {
  expect(new Set(settingsTimezones).size).toBe(49)
  expect(settingsTimezones).toHaveLength(49)
  expect(settingsTimezones).toEqual(expect.arrayContaining([...timezoneOptions]))
  expect(settingsTimezones.filter((zone) => !isTimeZone(zone))).toEqual([])
})

test('an event uses the product defaults until its host saves settings', () => {
  const own = { duration: 30, bufferTime: 0, meetVia: 'google-meet', timezone: 'America/New_York' }
  expect(eventStart({ ...settingsDefaults, updatedAt: null })).toEqual(own)
  expect(eventStart({ ...settingsDefaults, updatedAt: null }, 'Europe/Stockholm')).toEqual({
    ...own,
    timezone: 'Europe/Stockholm',
  })
  const saved = { ...settingsDefaults, updatedAt: '2027-01-04T13:00:00.000Z' }
  expect(eventStart(saved, 'Europe/Stockholm').timezone).toBe('America/New_York')
  expect(eventStart({ ...settingsDefaults, updatedAt: '2027-01-04T13:00:00.000Z' })).toEqual({
    ...own,
    bufferTime: 5,
  })
})
