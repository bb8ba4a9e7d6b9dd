import { afterEach, expect, test, vi } from 'vitest'
import '../../testing/time-zones/time-zones.ts'
import { getDeviceTimeZone, isDeviceOutdated } from './device-zone.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const RealFormat = Intl.DateTimeFormat

/** A device in a zone, whose clock follows the rules of `rulesOf(zone)`. */
function stubDevice(timeZone: string, rulesOf: (zone: string) => string = (zone) => zone) {
  vi.stubGlobal('Intl', {
    ...Intl,
    DateTimeFormat: function Device(locale?: string, options: Intl.DateTimeFormatOptions = {}) {
      if (options.timeZone === undefined) return { resolvedOptions: () => ({ timeZone }) }
      return new RealFormat(locale, { ...options, timeZone: rulesOf(options.timeZone) })
    },
  })
}

afterEach(() => vi.unstubAllGlobals())

test('a device with the same rules is up to date', () => {
  for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']) {
    stubDevice(zone)
    expect(isDeviceOutdated(zone, NOW)).toBe(false)
  }
})

test('a device whose rules agree for the coming year is up to date', () => {
  stubDevice('Europe/Berlin', (zone) => (zone === 'UTC' ? zone : 'Europe/Paris'))
  expect(isDeviceOutdated('Europe/Berlin', NOW)).toBe(false)
  stubDevice('Europe/Berlin', (zone) => (zone === 'UTC' ? zone : 'Africa/Ceuta'))
  expect(isDeviceOutdated('Europe/Berlin', NOW)).toBe(false)
})

test('a device with other rules in the coming year is outdated', () => {
  // The rules agree now and differ in summer.
  stubDevice('Europe/Berlin', (zone) => (zone === 'UTC' ? zone : 'Africa/Algiers'))
  expect(isDeviceOutdated('Europe/Berlin', NOW)).toBe(true)
  // Winnipeg doesn't change its clocks anymore.
  stubDevice('America/Winnipeg', (zone) => (zone === 'UTC' ? zone : 'America/Chicago'))
  expect(isDeviceOutdated('America/Winnipeg', NOW)).toBe(true)
})

test('compares both sides of each change', () => {
  // An hour that no weekly comparison falls into.
  const change = Date.parse('2027-03-28T01:00:00Z')
  const late = class extends RealFormat {
    override format(at: number) {
      const isLate = at >= change && at < change + 3_600_000
      return super.format(isLate && this.resolvedOptions().timeZone !== 'UTC' ? at - 3_600_000 : at)
    }
  }
  vi.stubGlobal('Intl', {
    ...Intl,
    DateTimeFormat: function Device(locale?: string, options: Intl.DateTimeFormatOptions = {}) {
      return new late(locale, { timeZone: 'Europe/Berlin', ...options })
    },
  })
  expect(isDeviceOutdated('Europe/Berlin', NOW)).toBe(true)
  expect(isDeviceOutdated('Europe/Berlin', Date.parse('2027-03-29T00:00:00Z'))).toBe(false)
})

test('compares other shown instants', () => {
  // Both zones have had the same time since 2014, but not in the summer of 2020.
  stubDevice('Africa/Juba', (zone) => (zone === 'UTC' ? zone : 'Africa/Khartoum'))
  expect(isDeviceOutdated('Africa/Juba', NOW)).toBe(false)
  expect(isDeviceOutdated('Africa/Juba', NOW, Date.parse('2020-07-01T12:00:00Z'))).toBe(true)
})

test('a device that doesn’t know its own zone is outdated', () => {
  stubDevice('America/Winnipeg', (zone) => {
    if (zone === 'UTC') return zone
    throw new RangeError('Invalid time zone')
  })
  expect(isDeviceOutdated('America/Winnipeg', NOW)).toBe(true)
})

test('a device knows its zone under its old name', () => {
  stubDevice('Asia/Calcutta', (zone) => {
    if (zone === 'UTC' || zone === 'Asia/Calcutta') return zone
    throw new RangeError('Invalid time zone')
  })
  expect(getDeviceTimeZone()).toBe('Asia/Kolkata')
  expect(isDeviceOutdated('Asia/Kolkata', NOW)).toBe(false)
})

test('only the device’s own zone matters', () => {
  stubDevice('Asia/Kathmandu', (zone) => (zone === 'UTC' ? zone : 'Asia/Tokyo'))
  expect(isDeviceOutdated('America/Winnipeg', NOW)).toBe(false)
  expect(isDeviceOutdated('Asia/Kathmandu', NOW)).toBe(true)
})

test('a device that doesn’t say its zone has none', () => {
  stubDevice(undefined as never)
  expect(getDeviceTimeZone()).toBeNull()
  expect(isDeviceOutdated('UTC', NOW)).toBe(false)
  vi.stubGlobal('Intl', {
    ...Intl,
    DateTimeFormat() {
      throw new RangeError('broken')
    },
  })
  expect(getDeviceTimeZone()).toBeNull()
  expect(isDeviceOutdated('UTC', NOW)).toBe(false)
})
