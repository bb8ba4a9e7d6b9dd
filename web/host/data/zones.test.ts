import { beforeAll, expect, it } from 'vitest'
import { timezoneOptions } from '../../../contract/events/event-options.ts'
import { listedZones } from '../../../testing/time-zones/time-zones.ts'
import { findZones } from '../parts/time/find-zones.ts'
import { listZones, setTimeZones } from './zones.ts'

beforeAll(() => setTimeZones(listedZones))

const found = (query: string) => findZones(query, {}).map(({ name }) => name)

it('lists every zone once, the usual ones first', () => {
  const names = listZones().map(({ name }) => name)
  expect(names.slice(0, timezoneOptions.length)).toEqual([...timezoneOptions])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['Europe/Stockholm', 'Asia/Kathmandu', 'Pacific/Apia']))
})

it('finds the usual zones first', () => {
  expect(found('USA')[0]).toBe(timezoneOptions.find((zone) => zone.startsWith('America/')))
  expect(found('+9, japan')).toEqual(['Asia/Tokyo'])
})
