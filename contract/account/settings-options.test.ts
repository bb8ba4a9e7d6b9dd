import { expect, test } from 'vitest'
import { isTimeZone } from '../time/time-zones.ts'
import { timezoneOptions } from '../events/event-options.ts'
import { eventStart, noSettings, settingNames, settingsTimezones } from './settings-options.ts'

test("offers 49 known zones without duplicates, including the event editor's", () => {
  expect(new Set(settingsTimezones).size).toBe(49)
  expect(settingsTimezones).toHaveLength(49)
  expect(settingsTimezones).toEqual(expect.arrayContaining([...timezoneOptions]))
  expect(settingsTimezones.filter((zone) => !isTimeZone(zone))).toEqual([])
})

test('an event starts with what its host chose, and else with the product’s defaults for events', () => {
  const own = { duration: 30, bufferTime: 0, meetVia: 'google-meet', timezone: 'America/New_York' }
  expect(eventStart(noSettings)).toEqual(own)
  const inStockholm = { ...own, timezone: 'Europe/Stockholm' }
  expect(eventStart(noSettings, 'Europe/Stockholm')).toEqual(inStockholm)
  const oneChosen = { ...noSettings, defaults: settingNames.filter((name) => name !== 'default_buffer_time') }
  expect(eventStart(oneChosen, 'Europe/Stockholm')).toEqual({ ...inStockholm, bufferTime: 5 })
  expect(eventStart({ ...noSettings, defaults: [] }, 'Europe/Stockholm')).toEqual({ ...own, bufferTime: 5 })
})
