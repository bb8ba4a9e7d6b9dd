import { beforeAll, expect, it } from 'vitest'
import { timezoneOptions } from '../../../contract/event-options.ts'
import { packagedRules } from '../../../testing/time-zones.ts'
import { findZones, listZones, setTimeZones } from './zones.ts'

beforeAll(() =>
  setTimeZones({
    timezones: packagedRules.choices.map(({ name, countries }) => ({
      ...packagedRules.find(name)!,
      countries,
    })),
    aliases: Object.fromEntries(packagedRules.aliases),
  }),
)

const found = (query: string) => findZones(query).map(({ name }) => name)

it('lists every zone once, the usual ones first', () => {
  const names = listZones().map(({ name }) => name)
  expect(names.slice(0, timezoneOptions.length)).toEqual([...timezoneOptions])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['Europe/Stockholm', 'Asia/Kathmandu', 'Pacific/Apia']))
})

it('finds zones by city, country and offset', () => {
  expect(found('stockholm')).toEqual(['Europe/Stockholm'])
  expect(found('São Paulo')).toEqual(['America/Sao_Paulo'])
  expect(found('new york')).toContain('America/New_York')
  expect(found('nepal')).toEqual(['Asia/Kathmandu'])
  expect(found('sweden')).toEqual(['Europe/Stockholm'])
  expect(found('GMT+5:45')).toEqual(['Asia/Kathmandu'])
  expect(found('utc+5:30')).toContain('Asia/Kolkata')
  expect(found('UTC+05:30')).toEqual(found('+5:30'))
  expect(found('GMT+02:00')).toEqual(found('+2'))
  expect(found('uk')[0]).toBe('Europe/London')
  expect(found('USA')).toContain('America/Chicago')
  expect(found('USA')).not.toContain('Africa/Lusaka')
  expect(found('+9, japan')).toEqual(['Asia/Tokyo'])
  expect(found('atlantis')).toEqual([])
  expect(found(' ')).toEqual([])
})
