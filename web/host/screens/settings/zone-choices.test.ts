import { expect, test } from 'vitest'
import { timeNow, zoneChoices } from './zone-choices.ts'

const at = Date.parse('2026-12-31T22:30:00Z')
const viewer = { locale: 'en-US', timeZone: 'Asia/Kathmandu', hour12: true }

test('the current time is in the chosen zone', () => {
  expect(timeNow(at, viewer)).toBe('4:15 AM, Friday')
  expect(timeNow(at, { ...viewer, timeZone: 'America/Winnipeg' })).toBe('5:30 PM, Thursday')
  expect(timeNow(at, { ...viewer, timeZone: 'Europe/Atlantis' })).toBeNull()
})

test('offers the current zone, whatever it is', () => {
  expect(zoneChoices('America/Winnipeg')).toContainEqual({
    value: 'America/Winnipeg',
    label: expect.stringMatching(/^Winnipeg \(GMT-5\)$/) as string,
    group: 'America',
  })
  expect(zoneChoices('Europe/Atlantis')).toContainEqual({
    value: 'Europe/Atlantis',
    label: 'Atlantis',
    group: 'Europe',
  })
})
